"""Every number of the hardware: pins, buses, order of sensors, periods. The build guide prints its tables from here.

Knows nothing of what is done with them; imports nothing.
"""

# ---- the board --------------------------------------------------------------------------------------------------
SIDE = 15
SQUARES = SIDE * SIDE     # 0..224, row by row from the top left corner

# ---- periods ----------------------------------------------------------------------------------------------------
SCAN_MS = 10              # 100 scans a second: the sensor itself looks only every 50 ms
SETTLE_MS = 120           # two periods of the 20 Hz sensor and 20 ms: what stands so long has not merely slid past
HEARTBEAT_MS = 500
LINK_MS = 5               # between two looks at the link: half a scan, each look costs as much as a reading
LAMPS = 256               # posts of the reference design; the low-cost build has a strip of LAMPS_FEW
LAMPS_FEW = 46
LAMP_MS = 20              # from frame to frame: 256 lamps take 7.7 ms, and 0.3 to show
RAIL_MS = 100             # from one look at the lamps' 5 V to the next: a dip of a few ms is not yet an overload
WATCHDOG_MS = 2000        # scan and link both go round 200 times in it
WATCHDOG_START_MS = 8388   # the longest that the RP2040 has; a role is built in less than a second
HALL_POWER_UP_MS = 60     # one period of the slowest sensor and 10 ms
HALL_POWER_DOWN_MS = 200  # 225 sensors of 1.6 uA empty their 225 x 100 nF from 3.3 to 1.65 V in 0.1 s; twice that

# ---- the Hall chain: 30 x 74HC165, 15 sensors and a sentinel bit a row ------------------------------------------
CHAIN_BYTES = 30
CHAIN_HZ = 4_000_000
CHAIN_MODE = 2            # CPOL 1, CPHA 0: read at the falling edge, shift at the rising one; mode 1 loses a bit


def chain_bit(square):
    """Where `square` (0..224) stands in the chain's 30 bytes: (byte, mask). A bit of 0 is a magnet.

    >>> chain_bit(0), chain_bit(7), chain_bit(8), chain_bit(224)
    ((0, 128), (0, 1), (1, 128), (29, 2))
    """
    return chain_byte(square), chain_mask(square)


def chain_byte(square):
    """The first half of chain_bit: a pair would cost the scan loop an allocation."""
    return 2 * (square // SIDE) + square % SIDE // 8


def chain_mask(square):
    """The second half of chain_bit."""
    return 0x80 >> square % SIDE % 8


def sentinel(row):
    """What D0 of the second chip of `row` (0..14) is wired to: 1 in even rows, 0 in odd ones."""
    return 1 - row % 2


# ---- pins: (GP, signal, remark); name and number of each pin in use ----------------------------------------------
UART_TX, UART_RX = 0, 1
HALL_SCK, HALL_MOSI, HALL_MISO, HALL_LOAD, HALL_POWER = 2, 3, 4, 5, 6
LAMP_DATA, LAMP_POWER = 8, 9
EEPROM_SDA, EEPROM_SCL = 10, 11
SYNC = 22
RADIO_SYNC = 8            # of the radio board, and of the bag's
HEARTBEAT_LED = 25
LAMP_RAIL = 26
HALL_RAIL = 27
ROLE_STRAP = 28

BOARD_PINS = (
    (UART_TX, "UART0 TX", "to GPIO15 of the Raspberry Pi"),
    (UART_RX, "UART0 RX", "from GPIO14 of the Raspberry Pi"),
    (HALL_SCK, "SPI0 SCK", "CLK of all 74HC165, through a 74LVC125 for each five rows; 4 MHz, mode 2"),
    (HALL_MOSI, "SPI0 TX", "DS of the farthest 74HC165: the loop-back test"),
    (HALL_MISO, "SPI0 RX", "Q7 of the nearest 74HC165"),
    (HALL_LOAD, "/PL", "low for 1 us or longer loads all inputs"),
    (HALL_POWER, "HALL_PWR_EN", "high: N-FET and P-FET feed the sensors; low: every input must read 1"),
    (LAMP_DATA, "WS2812 data", "through a 74AHCT125; 256 lamps"),
    (LAMP_POWER, "LED_PWR_EN", "high: N-FET and P-FET feed the lamps"),
    (EEPROM_SDA, "I2C1 SDA", "EEPROM 0x50: how the sensors are wired; 4.7 k to 3.3 V"),
    (EEPROM_SCL, "I2C1 SCL", "as above"),
    (SYNC, "SYNC", "from GPIO24 of the Raspberry Pi: alignment of the clocks"),
    (HEARTBEAT_LED, "LED", "on the microcontroller board: blinks while all is well"),
    (LAMP_RAIL, "ADC0", "5 V / 2: the lamps give way when it sags"),
    (HALL_RAIL, "ADC1", "3.3 V of the Hall sensors: told with the heartbeat, with the 5 V"),
    (ROLE_STRAP, "ADC2", "role: 0 V board, 1.65 V radio, 3.3 V bag, open: as board.json says"),
)

RADIO_MISO, RADIO_NSS, RADIO_SCK, RADIO_MOSI, RADIO_BUSY, RADIO_RST, RADIO_IRQ = 16, 17, 18, 19, 20, 21, 22
ANTENNA_SCK, ANTENNA_MOSI, ANTENNA_MISO = 10, 11, 12
ANTENNA_LATCH, ANTENNA_OFF, ANTENNA_CLEAR, ANTENNA_POWER = 13, 14, 15, 9
ANTENNA_RAIL, ANTENNA_PEAK = 26, 27
FIELD_REQUEST, FIELD_GRANT = 2, 3

RADIO_PINS = (
    (RADIO_MISO, "SPI0 RX", "MISO of the PN5180"),
    (RADIO_NSS, "NSS", "of the PN5180: low for one whole command"),
    (RADIO_SCK, "SPI0 SCK", "7 MHz at most, mode 0"),
    (RADIO_MOSI, "SPI0 TX", "MOSI of the PN5180"),
    (RADIO_BUSY, "BUSY", "high while the PN5180 works"),
    (RADIO_RST, "RST", "of the PN5180; low for 10 us or longer"),
    (RADIO_IRQ, "IRQ", "of the PN5180"),
    (ANTENNA_SCK, "SPI1 SCK", "SRCLK of five TPIC6B595"),
    (ANTENNA_MOSI, "SPI1 TX", "SER IN of the first TPIC6B595"),
    (ANTENNA_MISO, "SPI1 RX", "SER OUT of the last TPIC6B595: the loop-back test"),
    (ANTENNA_LATCH, "RCLK", "a rising edge shows what was shifted"),
    (ANTENNA_OFF, "/G", "high: all loops off; pulled up before its buffer"),
    (ANTENNA_CLEAR, "/SRCLR", "low clears the shift stage"),
    (ANTENNA_POWER, "24V_EN", "high: N-FET and P-FET feed the converter of the PIN diodes' 24 V"),
    (FIELD_REQUEST, "RF_REQ", "open drain, to RF_GRANT of the other board: one field at a time"),
    (FIELD_GRANT, "RF_GRANT", "from RF_REQ of the other board, pulled up by 4.7 k"),
    (RADIO_SYNC, "SYNC", "from GPIO24 of the Raspberry Pi"),
    (ANTENNA_RAIL, "ADC0", "24 V / 11"),
    (ANTENNA_PEAK, "ADC1", "peak detector of the antenna: how much of the field is left, T18"),
    (ROLE_STRAP, "ADC2", "role, as on the other boards"),
)

BAG_LOOP = 10             # the reader's pins are those of the radio board: RADIO_MISO .. RADIO_IRQ
BAG_PAD_NSS, BAG_PAD_RST = 13, 14   # of the pad's reader, on the same bus; RST, as on the low-cost table, ends a hang

BAG_CLOCK_A, BAG_CLOCK_B = 4, 5

BAG_PINS = (
    (RADIO_MISO, "SPI0 RX", "MISO of the PN5180 and of the pad's reader"),
    (RADIO_NSS, "NSS", "of the PN5180: low for one whole command"),
    (RADIO_SCK, "SPI0 SCK", "7 MHz at most, mode 0"),
    (RADIO_MOSI, "SPI0 TX", "MOSI of both"),
    (RADIO_BUSY, "BUSY", "high while the PN5180 works"),
    (RADIO_RST, "RST", "of the PN5180; low for 10 us or longer"),
    (RADIO_IRQ, "IRQ", "of the PN5180"),
    (BAG_LOOP, "LOOP", "low: the ring in the bag's neck; high: the loop under the bag; by three N-FETs"),
    (BAG_PAD_NSS, "NSS 2", "of the MFRC522 under the identify pad, if there is one (board.json: pad)"),
    (BAG_PAD_RST, "RST 2", "of that MFRC522; low for 0.1 us or longer"),
    (FIELD_REQUEST, "RF_REQ", "open drain, to RF_GRANT of the other board: one field at a time"),
    (FIELD_GRANT, "RF_GRANT", "from RF_REQ of the other board, pulled up by 4.7 k"),
    (BAG_CLOCK_A, "clock A", "copy of the button through 1 k: latency check T24"),
    (BAG_CLOCK_B, "clock B", "as above"),
    (RADIO_SYNC, "SYNC", "from GPIO24 of the Raspberry Pi"),
    (ROLE_STRAP, "ADC2", "role, as on the other boards"),
)

# The low-cost table (L1) has one microcontroller, the board's pins, and an identify pad instead of EEPROM and radio.
PAD_SCK, PAD_MOSI, PAD_MISO, PAD_NSS, PAD_RST, PAD_IRQ = 10, 11, 12, 13, 14, 15

PAD_PINS = (
    (PAD_SCK, "SPI1 SCK", "of the RC522 module; 4 MHz, mode 0; no lead longer than 20 cm"),
    (PAD_MOSI, "SPI1 TX", "MOSI of the RC522 module"),
    (PAD_MISO, "SPI1 RX", "MISO of the RC522 module"),
    (PAD_NSS, "NSS", "SDA on the module's print: low for one frame"),
    (PAD_RST, "RST", "of the RC522 module; low for 0.1 us or longer"),
    (PAD_IRQ, "IRQ", "of the RC522 module; wired, not used"),
)

# ---- the Raspberry Pi, by BCM numbers -----------------------------------------------------------------------------
# Buttons, their lamps and the displays may be wired otherwise: table.toml says so, and its defaults are these.
PI_CLOCK_A, PI_CLOCK_B, PI_CHALLENGE_A, PI_CHALLENGE_B, PI_REFEREE, PI_LED_A, PI_LED_B = 5, 6, 16, 26, 22, 17, 27
PI_SDA, PI_SCL = 2, 3
PI_DISPLAY_A, PI_DISPLAY_B = 0x3C, 0x3D
PI_TX, PI_RX, PI_SYNC = 14, 15, 24
PI_RUN_BOARD, PI_RUN_RADIO, PI_RUN_BAG = 20, 21, 25
PI_STATUS_LED, PI_BUZZER, PI_PGOOD = 23, 12, 4

PI_PINS = (
    (PI_CLOCK_A, "clock A", "button to ground, 10 k to 3.3 V, 1 k and 100 nF; pulled up while the Pi starts"),
    (PI_CLOCK_B, "clock B", "as above"),
    (PI_CHALLENGE_A, "challenge A", "as above; pulled down while the Pi starts: the 10 k is needed"),
    (PI_CHALLENGE_B, "challenge B", "as above"),
    (PI_REFEREE, "referee", "as above: calls the referee"),
    (PI_LED_A, "lamp A", "in clock button A, through a transistor: no pin drives more than 16 mA"),
    (PI_LED_B, "lamp B", "in clock button B, as above"),
    (PI_SDA, "I2C SDA", "both displays, 0x3C and 0x3D; 1.8 k pull-ups stand on the Pi: no buttons here"),
    (PI_SCL, "I2C SCL", "as above"),
    (PI_TX, "UART TX", "to GP1 of the board: a second way, beside USB"),
    (PI_RX, "UART RX", "from GP0 of the board"),
    (PI_SYNC, "SYNC", "to all boards: alignment of the clocks"),
    (PI_RUN_BOARD, "RUN board", "through an N-FET, its gate pulled down: or the Pi holds the board in reset"),
    (PI_RUN_RADIO, "RUN radio", "as above"),
    (PI_RUN_BAG, "RUN bag", "as above"),
    (PI_STATUS_LED, "status lamp", "lit while the table is well, through 1 k"),
    (PI_BUZZER, "buzzer", "of the active kind, through a transistor, on or off: no PWM, it disturbs analogue sound"),
    (PI_PGOOD, "power good", "low when the 5 V fail; input"),
)

# Where one microcontroller carries both lists (the virtual table), the radio's pins and buses come after the
# board's own: GP17 of the radio board is pin 32 + 17, its SPI0 is SPI 2.
ONE_BOARD_PINS = 32
ONE_BOARD_BUSES = 2

# ---- buses ------------------------------------------------------------------------------------------------------
HALL_SPI = 0
RADIO_SPI = 0             # of the radio board
ANTENNA_SPI = 1           # of the radio board
RADIO_HZ, RADIO_MODE = 4_000_000, 0
ANTENNA_HZ, ANTENNA_MODE = 4_000_000, 0
PAD_SPI = 1               # of the low-cost table; on the bag's board the pad is on RADIO_SPI, as fast
PAD_HZ, PAD_MODE = 4_000_000, 0
EEPROM_I2C = 1
UART = 0
UART_BAUD = 921_600

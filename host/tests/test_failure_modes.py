"""Every failure of the hardware that a board's firmware can see: what brings it about in the models, and the tests
that protect its detection and its reaction. What has none stands here too, with the reason.

The rows are those of the hardware document's list of failures; `faults/README.md` has the same rows from the side of
the host and its people. Rows of which no microcontroller can know anything are in NOT_OF_THE_BOARDS.
"""

import ast
import functools
from dataclasses import dataclass
from pathlib import Path

import pytest

from host.simulator.board_process import BoardProcess
from host.tests import cables
from host.tests.board_line import require_micropython

ROOT = Path(__file__).resolve().parents[2]
BOARDS: tuple[dict[str, object], ...] = (
    {}, {"radio": False, "pad": True}, {"role": "board"}, {"role": "radio"}, {"role": "bag"})
FAILURES = 42


@dataclass(frozen=True)
class Row:
    """Failure `number` of the list. `brought_by`: faults of the models, or acts (see ACTS). detected, reacts: tests.

    why: what stands in the place of a detection or a reaction that is not the firmware's.
    """

    number: int
    what: str
    brought_by: tuple[str, ...]
    detected: tuple[str, ...] = ()
    reacts: tuple[str, ...] = ()
    why: str = ""


F, H = "firmware/tests/", "host/tests/"
ROWS = (
    Row(1, "cable pulled", ("unplug",),
        (H + "test_board_process.py::"
             "test_a_pulled_cable_is_an_error_of_the_serial_port_and_can_be_plugged_in_again",),
        (H + "test_hostile_links.py::test_nothing_is_lost_or_doubled_when_the_plug_is_pulled_again_and_again",
         H + "test_board_process.py::test_an_absent_host_neither_stops_nor_resets_the_board")),
    Row(3, "brown-out, reset", ("restart", "brown_out", "hall_supply_low", "hall_rail_open"),
        (H + "test_board_process.py::test_each_start_has_its_number_and_finds_the_tiles_that_lie_there",
         H + "test_supplies.py::test_a_brown_out_is_told_from_a_watchdogs_start",
         H + "test_supplies.py::test_low_supplies_are_told_as_they_are_and_afterwards_as_the_least"),
        (H + "test_hostile_links.py::test_a_board_that_starts_again_loses_only_what_it_had_not_told_and_says_so",
         H + "test_reference_table.py::test_the_board_of_the_magnets_may_start_anew_in_the_middle",
         H + "test_supplies.py::test_a_start_in_the_midst_is_spoken_of_for_a_minute",
         H + "test_hall_supply.py::test_no_square_changes_while_the_supply_is_too_low_nor_when_it_holds_again",
         H + "test_hall_supply.py::test_a_table_built_without_the_wire_to_the_converter_plays_as_before")),
    Row(4, "firmware hangs, or is kept too busy", ("hang", "watchdog_off", "slow"),
        (F + "timed/test_watchdog.py::test_a_scan_that_hangs_starves_it_though_the_link_goes_on",
         F + "timed/test_watchdog.py::test_a_link_that_hangs_starves_it_though_the_scan_goes_on",
         F + "timed/test_readers_hang.py::test_a_reader_that_waits_for_ever_for_its_field_starves_the_watchdog",
         H + "test_bench_checks.py::test_each_check_fails_with_its_fault_and_names_the_part"),
        (H + "test_board_process.py::test_a_board_that_hangs_is_reset_by_its_watchdog_within_three_seconds",
         H + "test_starts_often.py::test_a_board_that_starts_anew_again_and_again_pauses_the_game_once")),
    Row(5, "the host stops reading", ("grant",),
        (F + "timed/test_usb_traps.py::test_a_host_that_keeps_the_port_open_and_does_not_read_costs_no_time",
         F + "test_session.py::test_a_full_memory_is_told_in_the_next_heartbeat"),
        (H + "test_board_counts.py::test_a_host_that_stops_reading_costs_messages_and_never_a_scan_or_a_reset",)),
    Row(6, "bytes altered on the line", ("noisy", "corrupt"),
        (H + "test_hostile_links.py::test_damage_is_counted_on_both_sides",),
        (H + "test_hostile_links.py::test_every_message_arrives_once_and_in_order_however_bad_the_link",
         H + "test_line_noise.py::test_a_line_that_is_disturbed_is_said_in_a_game_until_it_is_well_again")),
    Row(7, "frames lost or doubled", ("lossy", "twice"),
        (F + "test_delivery.py::test_an_inbox_tells_due_from_seen_and_early_across_the_wrap",),
        (H + "test_hostile_links.py::test_every_message_arrives_once_and_in_order_however_bad_the_link",)),
    Row(8, "another protocol", ("far_board",),
        (F + "test_session.py::test_a_greeting_for_another_start_or_of_another_protocol_opens_nothing",),
        (H + "test_link.py::test_a_board_of_another_protocol_is_named_in_one_sentence_and_left_alone",)),
    Row(9, "5 V too low", ("rail_sag", "five_low"),
        (F + "test_lamps.py::test_each_sag_halves_the_light_and_the_one_after_the_third_switches_it_off",
         F + "test_rails.py::"
             "test_a_dip_between_two_heartbeats_is_told_once_as_now_and_for_ever_as_the_least",
         H + "test_supplies.py::test_low_supplies_are_told_as_they_are_and_afterwards_as_the_least"),
        (H + "test_lamp_rail.py::test_a_rail_that_sags_dims_the_lamps_until_it_holds",
         H + "test_supplies.py::test_low_supplies_are_named_with_what_to_do_until_they_are_well"),
        "the computer's own warning is the host's: faults/h09-undervoltage.txt"),
    Row(10, "lamps overload the 5 V, or are dead", ("rail_sag", "lamp_dead"),
        (F + "test_lamps.py::test_a_sag_with_dark_lamps_is_not_theirs",
         F + "test_lamps.py::test_full_white_is_dimmed_to_the_limit_and_no_further",
         H + "test_bench_checks.py::test_each_check_fails_with_its_fault_and_names_the_part"),
        (H + "test_lamp_rail.py::test_a_rail_that_sags_dims_the_lamps_until_it_holds",
         H + "test_lamp_rail.py::test_a_rail_that_sags_however_dim_the_lamps_are_loses_them_until_they_are_put_out")),
    Row(14, "clocks drift apart", ("sync",),
        (H + "test_board_starts.py::test_each_pulse_on_sync_is_stamped_to_the_microsecond_and_told_at_once",),
        (H + "test_link_clock.py::test_more_than_a_hundred_millionths_are_too_much",
         H + "test_link_clock.py::test_an_event_counts_from_when_its_board_told_it_however_late_it_is_heard")),
    Row(15, "ticks wrap", ("WRAP",),
        (F + "test_delivery.py::test_time_goes_on_when_the_ticks_wrap_at_30_bits",),
        (F + "test_settle.py::test_settling_goes_on_across_the_wrap_of_the_ticks",
         F + "test_ring.py::test_sightings_go_right_across_the_wrap_of_the_clock",
         H + "test_link_clock.py::test_it_goes_on_across_the_wrap_of_the_milliseconds")),
    Row(16, "Hall sensor stuck on, or of another kind",
        ("hall_stuck", "hall_drift", "hall_power_stuck", "hall_slow"),
        (H + "test_board_checks.py::test_each_bench_check_catches_its_fault_and_says_where",
         H + "test_bench_checks.py::test_each_check_fails_with_its_fault_and_names_the_part",
         H + "test_board_checks.py::test_without_supply_no_tile_is_felt_and_what_the_sensors_still_get_is_told",
         F + "test_sliding.py::test_a_sensor_that_drifts_up_loses_its_tile_and_one_that_drifts_down_sees_one_that_is"
             "_not_there"),
        (F + "test_sliding.py::test_a_stuck_sensor_settles_once_and_stays",
         H + "test_disorder.py::test_a_sensor_that_hangs_is_named_before_the_game_and_left_out_of_it")),
    Row(17, "Hall sensor stuck off", ("hall_stuck",),
        (F + "test_radio_trouble.py::test_a_sweep_finds_what_no_magnet_told",),
        (H + "test_strange_poses.py::test_a_tag_without_a_magnet_is_no_tile_of_this_turn",)),
    Row(18, "Hall sensor chatters", ("hall_noise",),
        (F + "test_sliding.py::test_noise_below_the_margin_changes_nothing_and_above_it_a_board_is_never_at_rest",
         F + "test_settle.py::test_more_than_six_toggles_in_two_seconds_are_chatter_until_two_seconds_after",
         H + "test_chatter.py::"
             "test_a_board_tells_the_square_with_every_heartbeat_and_settles_it_three_times_as_slowly"),
        (F + "test_settle.py::test_a_square_that_bounces_starts_anew_and_one_that_returns_never_settles",
         F + "test_settle.py::"
             "test_a_square_that_chatters_so_slowly_that_it_would_settle_each_time_does_not",
         H + "test_chatter.py::test_the_squares_are_named_and_marked_until_the_board_says_them_no_more",
         H + "test_service.py::"
             "test_a_square_that_chatters_is_written_down_once_in_the_services_own_record")),
    Row(19, "magnet weak or lost", ("magnet_weak",),
        (F + "test_sliding.py::test_a_weak_magnet_is_not_seen_and_a_tile_beside_it_is",
         F + "test_sliding.py::test_a_magnet_that_weakens_where_it_lies_lets_its_square_go"),
        (F + "test_radio_trouble.py::test_a_tag_that_has_lost_its_magnet_is_looked_for_beside_its_square",
         H + "test_weak_tiles.py::test_a_tile_that_lay_still_without_its_magnet_on_three_squares_is_for_service")),
    Row(20, "chain of the sensors broken, bridged, shifted, exchanged",
        ("chain_break", "chain_bridge", "chain_noise", "chain_glitch", "sentinel_loose", "mirrored",
         "shuffled", "swapped"),
        (F + "test_settle.py::test_a_reading_with_a_wrong_sentinel_is_dropped_and_counted",
         F + "test_hall_chain.py::test_a_sentinel_that_is_loose_and_a_chain_that_breaks_name_their_row",
         F + "test_hall_chain.py::test_inputs_that_solder_joins_go_low_together_and_at_a_sentinel_drop_the_reading",
         H + "test_bench_checks.py::test_each_check_fails_with_its_fault_and_names_the_part",
         H + "test_doctor.py::test_a_fault_of_chain_or_sensor_fails_its_check_and_is_named",
         H + "test_calibration_learned.py::test_sensors_in_any_order_are_learned_and_the_order_outlives_a_restart",
         H + "test_calibration_learned.py::test_rows_changed_over_are_learned_by_the_command",
         H + "test_board_checks.py::test_a_mirrored_cable_shows_the_tile_on_the_square_across_the_diagonal",
         H + "test_board_counts.py::test_damaged_frames_unknown_words_and_dropped_scans_are_counted_apart",
         H + "test_chain_broken.py::test_a_board_names_the_first_row_with_every_heartbeat_until_the_chain_is_whole"),
        (H + "test_chain_broken.py::test_the_game_stands_once_until_people_go_on_and_a_replay_comes_to_the_same",
         H + "test_board_process.py::test_broken_readings_are_counted_in_the_heartbeat_and_change_nothing",
         H + "test_whole_chain.py::test_rows_and_columns_exchanged_are_noticed_though_every_score_is_the_same",
         H + "test_board_checks.py::test_a_bridge_of_solder_shows_one_tile_on_two_squares_and_only_one_has_its_tag")),
    Row(21, "foreign magnet, phone, steel", ("hall_stuck",),
        (F + "test_radio.py::test_a_foreign_magnet_on_a_full_row_names_no_tile",),
        (H + "test_strange_poses.py::test_a_magnet_without_a_tag_is_not_read",)),
    Row(22, "tile face down", ("pose",),
        (F + "test_radio.py::test_a_tile_turned_face_down_is_still_named",),
        (H + "test_strange_poses.py::test_a_tile_laid_face_down_is_asked_to_be_turned",)),
    Row(23, "tile between two squares", ("pose",),
        (F + "test_radio_trouble.py::"
             "test_a_tile_across_a_border_is_still_on_both_squares_when_one_of_them_is_asked_for",),
        (H + "test_strange_poses.py::test_a_tile_on_the_border_of_two_squares_lies_between_them",)),
    Row(24, "two tiles stacked", ("pose",), (F + "test_radio.py::test_two_stacked_tiles",),
        (H + "test_strange_poses.py::test_two_new_tiles_on_one_square_are_a_stack",)),
    Row(25, "a hand hovers with a tile", ("pose",),
        (F + "test_radio.py::test_a_tile_hovering_over_an_empty_square_is_no_tile",),
        (H + "test_strange_poses.py::"
             "test_a_tile_held_just_over_the_board_is_not_laid_and_forgotten_when_it_is_gone",)),
    Row(26, "foreign tag", ("pose",),
        (H + "test_board_counts.py::test_an_answer_that_no_tile_gives_is_counted_as_foreign",),
        (H + "test_strange_poses.py::test_a_foreign_tag_is_named",),
        "the firmware knows no set: a sound identity of another set is told, and the host names it"),
    Row(27, "the same identity twice", ("pose",),
        (F + "test_radio.py::test_the_same_identity_on_two_squares_is_told_of_both",),
        (H + "test_strange_poses.py::test_a_copied_tag_is_asked_for_on_both_squares",)),
    Row(28, "ghosts, OR-ed and stale identities",
        ("rf_ghost", "rf_garble", "rf_stale", "pad_parity", "pad_cut_short"),
        (F + "test_reader_faults.py::test_a_ghost_is_counted_and_the_walk_finds_what_is_there",
         F + "test_reader_faults.py::test_identities_in_one_slot_come_as_their_or_and_are_never_taken_for_one",
         F + "test_reader_faults.py::test_old_bytes_with_the_reception_flag_up_are_no_answer",
         F + "test_mfrc522.py::test_a_damaged_answer_is_never_bytes"),
        (F + "test_radio_trouble.py::test_a_garbled_identity_is_not_believed_from_one_loop",
         F + "test_radio_trouble.py::test_ghost_clashes_cost_time_only",
         F + "test_reader_faults.py::test_old_bytes_never_bring_back_a_tile",
         F + "test_pad.py::test_an_identity_that_does_not_come_twice_is_not_told")),
    Row(29, "two fields at once, or a permit that never comes", ("drive",),
        (F + "test_field_permit.py::test_looking_before_pulling_would_let_both_have_it",
         H + "test_board_counts.py::test_a_permit_wire_that_touches_ground_costs_time_and_is_counted"),
        (F + "test_field_permit.py::test_never_both_fields_whatever_the_moments",
         F + "test_field_permit.py::test_a_board_that_never_lets_go_is_overruled_after_its_time_and_counted",
         H + "test_board_counts.py::test_a_permit_wire_that_touches_ground_costs_time_and_is_counted")),
    Row(30, "tag dead, weak, unheard", ("tag_dead", "rf_dropout", "pad_tag_dead", "pad_lost"),
        (F + "test_radio.py::test_a_dead_tag_is_reported_as_none_after_five_readings",
         F + "test_pad.py::test_a_dead_tag_is_an_empty_pad"),
        (F + "test_radio_trouble.py::test_answers_lost_now_and_then_never_make_a_wrong_tile",
         F + "test_rack_reading.py::test_drop_outs_take_no_tile_from_a_rack",
         F + "test_pad.py::test_nothing_false_is_told_over_a_bus_that_alters_bits_or_an_air_that_loses_frames")),
    Row(31, "reader hangs, refuses, is gone",
        ("reader_hang", "reader_dead", "rf_refused", "rf_no_field", "pad_hang", "pad_dead", "pad_deaf",
         "pad_brown_out", "pad_version", "pad_self_test", "pad_bit_errors"),
        (F + "test_reader_faults.py::test_busy_that_stays_is_named_within_its_time_in_every_command",
         F + "test_reader_faults.py::test_a_bus_without_a_chip_is_no_reader",
         F + "test_reader_faults.py::test_a_refused_request_is_named_and_the_radio_restarts_the_reader",
         F + "test_radio_trouble.py::test_a_field_that_stays_away_is_named",
         F + "test_radio_trouble.py::test_an_idle_reader_that_died_is_noticed",
         F + "test_bag.py::"
             "test_a_reader_that_dies_in_a_game_is_restarted_three_times_and_then_once_in_five_seconds",
         F + "test_mfrc522.py::test_a_chip_that_hangs_in_the_midst_is_noticed_in_some_milliseconds",
         F + "test_pad.py::test_a_clone_works",
         H + "test_board_counts.py::test_what_goes_wrong_with_the_reader_and_its_antennas_is_counted",
         H + "test_board_counts.py::test_polls_of_the_pad_that_fail_are_counted",
         H + "test_doctor_chips.py::test_each_check_fails_with_its_fault_and_names_it",
         H + "test_doctor_chips.py::test_a_dead_reader_of_a_board_of_its_own_is_found",
         F + "test_wrong.py::test_the_radio_and_the_pad_are_said_by_their_own_reasons"),
        (F + "test_radio_trouble.py::test_a_reader_that_hangs_is_restarted_and_nothing_is_lost",
         F + "test_radio_trouble.py::test_a_dead_reader_lets_the_game_go_on_and_comes_back",
         F + "test_bag.py::test_a_dead_reader_and_a_ring_without_current_say_so_and_come_back",
         F + "test_pad.py::test_a_reader_that_is_gone_is_tried_three_times_then_said_and_taken_back",
         F + "test_pad.py::test_a_reader_deafened_by_a_glitch_hears_again_after_a_minute",
         F + "test_pad_parts.py::test_every_fault_tells_and_every_healing_heals",
         H + "test_readers_process.py::test_a_reader_that_hangs_is_started_again",
         H + "test_readers_process.py::test_a_dead_reader_neither_stops_nor_resets_the_bags_board",
         H + "test_readers_process.py::test_a_pads_reader_that_is_gone_neither_stops_the_ring_nor_resets_the_board",
         H + "test_board_notices.py::test_a_reader_that_hangs_is_said_on_the_screens_until_it_works_again",
         H + "test_reader_lost.py::test_without_their_radio_tiles_are_named_by_hand_and_read_when_it_is_back",
         H + "test_reader_lost.py::"
             "test_without_its_ring_the_bag_is_not_read_and_what_is_drawn_is_told_again_when_it_is_back",
         H + "test_reader_lost.py::"
             "test_without_its_pad_a_low_cost_table_asks_for_the_tiles_by_name_until_it_works_again")),
    Row(32, "loop open or out of tune, diodes without their 24 V",
        ("loop_open", "loop_detuned", "loop_height", "antenna_supply", "peak_dead"),
        (F + "test_reader_faults.py::test_the_gain_tells_a_sound_loop_from_a_broken_one",
         F + "test_antenna_mux.py::test_the_rail_must_lie_between_22_and_26_volts",
         H + "test_doctor_chips.py::test_each_check_fails_with_its_fault_and_names_it",
         F + "test_antenna_mux.py::test_without_24_volts_no_loop_carries_the_field_and_the_driver_says_so",
         F + "test_loops_out.py::test_a_row_and_a_column_that_open_are_counted_once_each_and_named_together",
         H + "test_loops_out.py::"
             "test_a_row_that_opens_is_said_after_every_heartbeat_and_counted_and_its_tile_is_read",
         H + "test_loops_out.py::test_doctor_names_the_loops_that_were_open_when_they_were_read",
         H + "test_bench_checks.py::test_each_check_fails_with_its_fault_and_names_the_part",
         H + "test_board_counts.py::test_what_goes_wrong_with_the_reader_and_its_antennas_is_counted"),
        (F + "test_radio_trouble.py::test_an_open_loop_leaves_the_other_axis_and_the_hall_sensor",
         F + "test_rack_reading.py::test_a_loop_without_current_is_no_empty_rack",
         H + "test_loops_out.py::"
             "test_a_rack_that_was_read_and_is_open_now_is_as_without_loops_and_one_that_has_none_never_was",
         F + "test_antenna_mux.py::"
             "test_a_board_whose_rail_fails_reports_squares_without_tags_and_reads_again_when_it_is_back",
         H + "test_board_notices.py::test_a_reader_that_hangs_is_said_on_the_screens_until_it_works_again"),
        "a loop that is out of tune but carries current is found by bench check T17 only"),
    Row(33, "two loops at once", ("mux_stuck", "mux_short", "loop_bridged"),
        (F + "test_antenna_mux.py::test_any_stuck_flip_flop_is_found_before_its_pattern_is_shown",
         F + "test_antenna_mux.py::test_a_shorted_output_is_found_by_the_gain_with_all_loops_off",
         H + "test_bench_checks.py::test_each_check_fails_with_its_fault_and_names_the_part",
         H + "test_doctor_chips.py::test_each_check_fails_with_its_fault_and_names_it",
         H + "test_board_counts.py::test_what_goes_wrong_with_the_reader_and_its_antennas_is_counted"),
        (F + "test_tags.py::test_a_stuck_output_stops_the_mux_before_two_loops_have_the_field",
         F + "test_tags.py::test_the_field_is_never_on_over_two_loops",
         H + "test_two_loops.py::"
             "test_the_game_stands_once_until_people_go_on_and_a_replay_comes_to_the_same")),
    Row(34, "tags in the bag or its neck unread", ("bag_unread", "ring_misses"),
        (F + "test_bag.py::test_what_was_unread_is_read_once_hands_have_shaken_the_bag",),
        (H + "test_readers_process.py::test_a_ring_that_misses_says_nothing_and_is_healed",),
        "what was never seen is the host's to count: a ring cannot tell what it has not heard"),
    Row(38, "a burst: line, chain and reader disturbed together", ("chain_glitch", "reader_hang", "chain_noise"),
        (H + "test_board_counts.py::test_a_burst_on_line_chain_and_reader_at_once_costs_no_tile_and_no_reset",),
        (H + "test_board_counts.py::test_a_burst_on_line_chain_and_reader_at_once_costs_no_tile_and_no_reset",),
        "each chip is set up anew by its own trouble; nothing is reset because several troubles come together"),
    Row(40, "reader too hot", ("reader_hot",),
        (F + "test_reader_faults.py::test_a_hot_reader_is_named_and_left_alone_between_its_trials",),
        (F + "test_reader_faults.py::test_a_hot_reader_is_named_and_left_alone_between_its_trials",
         H + "test_board_counts.py::test_what_goes_wrong_with_the_reader_and_its_antennas_is_counted")),
    Row(41, "files or settings of the board spoilt, or a strap that is no role's",
        ("strap", "firmware", "eeprom_absent", "eeprom_byte", "eeprom_cut"),
        (H + "test_board_starts.py::test_a_wrong_file_leaves_a_board_that_says_so_and_obeys_nothing_but_service",
         H + "test_board_starts.py::test_a_voltage_between_two_roles_is_told_and_gives_no_role",
         H + "test_board_starts.py::"
             "test_a_board_whose_settings_make_no_sense_says_so_and_obeys_nothing_but_service",
         H + "test_calibration_kept.py::"
             "test_a_record_that_is_damaged_is_said_on_the_screens_and_the_plain_order_is_used"),
        (H + "test_board_starts.py::"
             "test_service_leaves_the_board_at_its_prompt_and_the_next_start_is_an_ordinary_one",
         H + "test_board_notices.py::test_damaged_files_are_named_with_their_remedy_in_four_languages",
         H + "test_calibration_kept.py::test_without_an_eeprom_a_board_plays_and_keeping_says_so_in_a_sentence",
         H + "test_calibration_kept.py::test_power_cut_in_a_writing_is_told_and_a_second_try_mends_it")),
    Row(42, "the clock is pressed while tiles move", ("pose",),
        (F + "test_settle.py::test_a_board_is_at_rest_only_when_no_reading_has_changed_for_the_settling_time",),
        (H + "test_whole_chain.py::"
             "test_a_press_at_the_very_moment_the_last_tile_touches_waits_for_the_sensors",)),
)

NOT_OF_THE_BOARDS = {
    2: "ports are named anew: the host goes by the board's own hello",
    11: "the computer loses its power: its journal; to the boards it is a host that is gone (row 1)",
    12: "the computer's storage",
    13: "the computer's wall clock",
    35: "tiles that nobody saw: the host's ledger",
    36: "buttons hang at the computer's pins",
    37: "as row 36",
    39: "displays hang at the computer's bus",
}

# What brings a failure about that is no fault of the models: an act of the virtual board, of a cable, or of a rig.
ACTS = {name: BoardProcess for name in ("unplug", "restart", "grant", "sync", "pose", "drive")} | {
    name: cables for name in ("noisy", "corrupt", "lossy", "twice")}
OTHER_ACTS = {
    "far_board": "a peer made of frames, host/tests/far_board.py",
    "WRAP": "a clock that starts just before its wrap, firmware/tests/radio_rig.py",
    "firmware": "a folder of firmware with a file altered",
}

# As tests on the models without a virtual board spell a fault.
SPELLED = {
    "hall_stuck": "stick(", "hall_drift": "drift(", "hall_noise": "make_noise(", "magnet_weak": "weaken(",
    "chain_break": "break_at(", "rf_ghost": ".ghosts", "rf_garble": ".garble", "rf_stale": ".stale",
    "rf_refused": ".refusals", "rf_no_field": ".no_rf_on", "rf_dropout": ".dropout", "reader_hot": ".hot",
    "reader_hang": ".busy_stuck", "reader_dead": ".dead", "tag_dead": ".dead", "loop_open": ".open_loops",
    "bag_unread": ".unread", "pad_tag_dead": ".dead", "pad_lost": "frames_lost", "pad_parity": "wrong_parity",
    "pad_cut_short": "cut_short", "pad_bit_errors": "bit_errors", "pad_version": "version=",
    "pad_self_test": "test_wrong", "pad_deaf": ".deaf", "pad_dead": ".dead", "pad_brown_out": "brown_out(",
    "antenna_supply": ".no_supply", "pose": "lay(",
    "drive": "drive(", "WRAP": "wrap", "firmware": "released", "far_board": "hello", "grant": "grant(",
    "restart": "restart", "unplug": "unplug", "noisy": "noise", "lossy": "loss", "twice": "duplication",
    "corrupt": "damage",
}


@functools.cache
def faults() -> frozenset[str]:
    """All faults of all boards' models."""
    names: set[str] = set()
    for settings in BOARDS:
        with BoardProcess(settings or None) as board:
            names.update(board.faults)
    return frozenset(names)


@functools.cache
def functions_of(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_failure_is_in_the_table_or_said_to_be_none_of_the_boards() -> None:
    numbers = [row.number for row in ROWS]
    assert numbers == sorted(set(numbers))
    assert sorted([*numbers, *NOT_OF_THE_BOARDS]) == list(range(1, FAILURES + 1))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.what)
def test_what_brings_a_failure_about_is_there_and_so_are_its_tests(row: Row) -> None:
    require_micropython()
    for name in row.brought_by:
        assert name in faults() or hasattr(ACTS.get(name), name) or name in OTHER_ACTS, name
    assert row.detected
    assert row.reacts
    for test in (*row.detected, *row.reacts):
        file, name = test.split("::")
        assert name in functions_of(file), test


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.what)
def test_the_tests_of_a_failure_bring_it_about(row: Row) -> None:
    """By name, or as the rigs spell it."""
    texts = [(ROOT / test.split("::")[0]).read_text(encoding="utf-8") for test in (*row.detected, *row.reacts)]
    for name in row.brought_by:
        assert any(name in text or SPELLED.get(name, name) in text for text in texts), name


def test_every_fault_of_the_models_is_one_of_a_failure() -> None:
    require_micropython()
    assert faults() <= {name for row in ROWS for name in row.brought_by}

// The chip models of firmware/sim, the very files, in a MicroPython inside this process: see sim/emulated.py.

import fs from 'node:fs';
import path from 'node:path';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript';

const CELLS = 'eeprom.bin';  // of the EEPROM: outlives this process, in the folder that it runs in
const HEAP = 8 * 1024 * 1024;
const FILES = ['pinout.py'], FOLDERS = ['sim', 'drivers'];  // of the drivers the models read a table

// setup: {firmware, role, settings}. tell(line) and rise(pin) as sim/emulated.py has them. Moments are us.
export async function openModels(setup, seed, tell, rise) {
  const python = await loadMicroPython({ heapsize: HEAP, stdout: (text) => process.stderr.write(text + '\n'), linebuffer: true });
  for (const name of [...FILES, ...FOLDERS.flatMap((folder) => {
    python.FS.mkdir(folder);
    return fs.readdirSync(path.join(setup.firmware, folder)).filter((name) => name.endsWith('.py')).map((name) => `${folder}/${name}`);
  })]) python.FS.writeFile(name, fs.readFileSync(path.join(setup.firmware, name)));
  if (fs.existsSync(CELLS)) python.FS.writeFile(CELLS, fs.readFileSync(CELLS));
  python.globals.set('tell', tell);
  python.globals.set('rise', rise);
  python.globals.set('setting', setup.settings);
  python.runPython(`
import sys
sys.path.insert(0, "/")
from sim.emulated import Beside
beside = Beside(${JSON.stringify(setup.role)}, setting, ${seed}, lambda line: tell(line), lambda pin: rise(pin))
at, _level, _pin, _byte = beside.at, beside.level, beside.pin, beside.byte
def level(pin, seconds, us):
    at(seconds, us)
    return _level(pin)
def pin(pin, value, seconds, us):
    at(seconds, us)
    _pin(pin, value)
def byte(bus, sent, mode, seconds, us):
    at(seconds, us)
    return _byte(bus, sent, mode)
def millivolts(pin, pull, seconds, us):
    at(seconds, us)
    return beside.millivolts(pin, pull)
def i2c(bus, what, byte, seconds, us):
    at(seconds, us)
    return beside.i2c(bus, what, byte)
def stream(pin, words, seconds, us):
    at(seconds, us)
    beside.stream(pin, bytes(words))
def obey(line, seconds, us):
    at(seconds, us)
    beside.obey(line)
inputs = beside.inputs()
`);
  const of = (name) => python.globals.get(name);
  const timed = (name) => {
    const f = of(name);
    return (...words) => {
      const us = Math.floor(words.pop()), seconds = Math.floor(us / 1e6);
      return f(...words, seconds, us - seconds * 1e6);
    };
  };
  return {
    inputs: () => of('inputs').split(' ').filter(Boolean).map(Number),
    level: timed('level'), pin: timed('pin'), byte: timed('byte'), millivolts: timed('millivolts'),
    keep() { if (python.FS.analyzePath(CELLS).exists) fs.writeFileSync(CELLS, python.FS.readFile(CELLS)); },
    stream: timed('stream'), i2c: timed('i2c'), obey: timed('obey'),
  };
}

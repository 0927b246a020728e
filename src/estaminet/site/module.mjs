// A game's module of WebAssembly, which says itself what its functions take: in its custom section "estaminet".
// An array is an address in memory and its lengths, a struct the address of a table of 64-bit words. The memory is one
// that the module is given, all of it or a part: its own, or that of Python.

const ARRAYS = {
  int8: Int8Array, uint8: Uint8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array, uint64: BigUint64Array,
  float32: Float32Array, float64: Float64Array,
};
const WORD = 8;
const PAGE = 1 << 16;
/** Bytes for calls, and for the small arrays of functions. */
const STACK = 1 << 18;
/** Nothing lies at the very beginning of a memory of its own: no array has the address 0. */
const FIRST = 1 << 10;
const LAST = 0xffff0000;

/** Numbers in the memory of a module. */
export class Numbers {
  constructor(module, dtype, lengths, address) {
    this.module = module;
    this.dtype = dtype;
    this.lengths = lengths;
    this.address = address;
    this.size = lengths.reduce((size, length) => size * length, 1);
    this.bytes = this.size * ARRAYS[dtype].BYTES_PER_ELEMENT;
  }

  /** The numbers themselves, to be read and written now: the next call may move the memory. */
  get values() {
    return new ARRAYS[this.dtype](this.module.memory, this.address, this.size);
  }
}

/** Several things under one address. */
export class Struct {
  constructor(kind, address, members) {
    this.kind = kind;
    this.address = address;
    this.members = members;
  }
}

/**
 * The functions of a compiled module, in some memory: from one address to another it is theirs. `recover` is to be
 * called after an error.
 */
export function settle(compiled, memory, first, end) {
  const { bytes, alignment } = readNeeds(compiled);
  const place = Math.ceil(first / alignment) * alignment;
  const top = place + Math.ceil(bytes / PAGE) * PAGE + STACK;
  if (top > memory.buffer.byteLength) memory.grow(Math.ceil((top - memory.buffer.byteLength) / PAGE));
  new Uint8Array(memory.buffer, place, bytes).fill(0);
  const stack = new WebAssembly.Global({ value: "i32", mutable: true }, top);
  const [base, none] = [place, 0].map((number) => new WebAssembly.Global({ value: "i32" }, number));
  const env = { memory, __stack_pointer: stack, __memory_base: base, __table_base: none };
  const code = new WebAssembly.Instance(compiled, { env }).exports;
  code.__wasm_apply_data_relocs?.();
  code.keep_within(top, end);
  const recover = () => {
    stack.value = top;
    code.give_back(top);
  };
  return { code, recover };
}

/** How much memory the constants and variables of a module take, which its section "dylink.0" begins with. */
function readNeeds(compiled) {
  const [section] = WebAssembly.Module.customSections(compiled, "dylink.0");
  const numbers = [];
  let [number, shift] = [0, 0];
  for (const byte of new Uint8Array(section)) {
    number |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte < 0x80) {
      numbers.push(number);
      [number, shift] = [0, 0];
    }
  }
  const [, , bytes, power] = numbers;
  return { bytes, alignment: 2 ** power };
}

export class GameModule {
  /** Ready to be called, from the bytes of the file. */
  static async load(bytes) {
    return new GameModule(await WebAssembly.compile(bytes));
  }

  /** In a memory of its own. */
  constructor(compiled) {
    /** What may be settled elsewhere, too. */
    this.compiled = compiled;
    const [section] = WebAssembly.Module.customSections(compiled, "estaminet");
    const { sizes, functions, structs } = JSON.parse(new TextDecoder().decode(section));
    /** Numbers that arrays are made by: `memory_bytes`, `most_legal` ... */
    this.sizes = sizes;
    /** What each function takes, in its order. */
    this.functions = functions;
    this.structs = structs;
    this.own = new WebAssembly.Memory({ initial: 1 });
    this.code = settle(compiled, this.own, FIRST, LAST).code;
  }

  get memory() {
    return this.own.buffer;
  }

  /** A new array; `address` where it is to lie in place of another. */
  array(dtype, lengths, address = this.code.take(lengths.reduce((size, length) => size * length, 1) * ARRAYS[dtype].BYTES_PER_ELEMENT)) {
    return new Numbers(this, dtype, lengths, address >>> 0);
  }

  /** A new struct, its members by their names: arrays, numbers, other structs. */
  struct(kind, members) {
    const described = this.structs[kind];
    const words = described.reduce((count, [, , dimensions = 0]) => count + 1 + dimensions, 0);
    const address = this.code.take(words * WORD) >>> 0;
    const table = new DataView(this.memory, address, words * WORD);
    let at = 0;
    for (const [name, type, dimensions] of described) {
      for (const word of listWords(members[name])) {
        if (type === "float64" && !dimensions) table.setFloat64(at, word, true);
        else table.setBigInt64(at, BigInt(word), true);
        at += WORD;
      }
    }
    return new Struct(kind, address, members);
  }

  /** Call a function with arrays, structs and numbers, in the order of `functions`. */
  call(name, ...values) {
    return this.code[name](...values.flatMap(listWords));
  }

  /** Do something, and forget every array and struct that was made in it. */
  briefly(work) {
    const top = this.code.take(0);
    try {
      return work();
    } finally {
      this.code.give_back(top);
    }
  }
}

function listWords(value) {
  if (value instanceof Numbers) return [value.address, ...value.lengths];
  if (value instanceof Struct) return [value.address];
  return [Number(value)];
}

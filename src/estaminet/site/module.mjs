// A game's module of WebAssembly, which says itself what its functions take: in its custom section "estaminet".
// An array is an address in the module's memory and its lengths, a struct the address of a table of 64-bit words.

const ARRAYS = {
  int8: Int8Array, uint8: Uint8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array, uint64: BigUint64Array,
  float32: Float32Array, float64: Float64Array,
};
const WORD = 8;

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

export class GameModule {
  /** Ready to be called, from the bytes of the file. */
  static async load(bytes) {
    const compiled = await WebAssembly.compile(bytes);
    return new GameModule(compiled, await WebAssembly.instantiate(compiled, {}));
  }

  constructor(compiled, instance) {
    const [section] = WebAssembly.Module.customSections(compiled, "estaminet");
    const { sizes, functions, structs } = JSON.parse(new TextDecoder().decode(section));
    /** Numbers that arrays are made by: `memory_bytes`, `most_legal` ... */
    this.sizes = sizes;
    /** What each function takes, in its order. */
    this.functions = functions;
    this.structs = structs;
    this.code = instance.exports;
  }

  get memory() {
    return this.code.memory.buffer;
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

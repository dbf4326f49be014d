/*
 * A port of Fingerprint64 of FarmHash, Copyright (c) 2014 Google, Inc., under the MIT licence.
 */

const K0 = 0xc3a5c85c97cb3127n;
const K1 = 0xb492b66fbe98f273n;
const K2 = 0x9ae16a3b2f90404fn;

/** Sums and products wrap: each that is shifted or kept is cut to 64 bits, which V8 then computes in a register. */
const wrap = (value: bigint) => BigInt.asUintN(64, value);

const rotate = (value: bigint, by: bigint) => (value >> by) | wrap(value << (64n - by));

const mixed = (value: bigint) => value ^ (value >> 47n);

/**
 * FARM_FINGERPRINT: FarmHash's Fingerprint64 as a signed integer.
 *
 * @see https://github.com/google/farmhash
 */
export function farmFingerprint(bytes: Uint8Array): bigint {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return BigInt.asIntN(64, hashOf(data));
}

function hashOf(data: DataView): bigint {
  const { byteLength: length } = data;
  if (length > 64) return hashOfMany(data);
  if (length > 32) return hashOf33To64(data);
  if (length > 16) return hashOf17To32(data);
  if (length >= 8) return hashOf8To16(data);
  return length >= 4 ? hashOf4To7(data) : hashOf0To3(data);
}

function at(data: DataView, offset: number): bigint {
  return data.getBigUint64(offset < 0 ? data.byteLength + offset : offset, true);
}

function multiplier({ byteLength }: DataView): bigint {
  return wrap(K2 + BigInt(byteLength * 2));
}

function joined(u: bigint, v: bigint, by: bigint): bigint {
  const a = mixed(wrap((u ^ v) * by));
  return wrap(mixed(wrap((v ^ a) * by)) * by);
}

function hashOf0To3(data: DataView): bigint {
  const { byteLength: length } = data;
  if (length === 0) return K2;
  const y = data.getUint8(0) + data.getUint8(length >> 1) * 256;
  const z = length + data.getUint8(length - 1) * 4;
  return wrap(mixed(wrap(BigInt(y) * K2) ^ wrap(BigInt(z) * K0)) * K2);
}

function hashOf4To7(data: DataView): bigint {
  const { byteLength: length } = data;
  const first = BigInt(length + data.getUint32(0, true) * 8);
  return joined(first, BigInt(data.getUint32(length - 4, true)), multiplier(data));
}

function hashOf8To16(data: DataView): bigint {
  const by = multiplier(data);
  const a = wrap(at(data, 0) + K2);
  const b = at(data, -8);
  const c = wrap(rotate(b, 37n) * by + a);
  const d = wrap((rotate(a, 25n) + b) * by);
  return joined(c, d, by);
}

/** The two values that are joined for up to 32 bytes, and their parts. */
function edges(data: DataView, first: bigint, by: bigint) {
  const a = wrap(at(data, 0) * first);
  const b = at(data, 8);
  const c = wrap(at(data, -8) * by);
  const d = wrap(at(data, -16) * K2);
  const y = wrap(rotate(wrap(a + b), 43n) + rotate(c, 30n) + d);
  const z = wrap(a + rotate(wrap(b + K2), 18n) + c);
  return { a, y, z };
}

function hashOf17To32(data: DataView): bigint {
  const by = multiplier(data);
  const { y, z } = edges(data, K1, by);
  return joined(y, z, by);
}

function hashOf33To64(data: DataView): bigint {
  const by = multiplier(data);
  const { a, y, z: rest } = edges(data, K2, by);
  const z = joined(y, rest, by);
  const e = wrap(at(data, 16) * by);
  const f = at(data, 24);
  const g = wrap((y + at(data, -32)) * by);
  const h = wrap((z + at(data, -24)) * by);
  return joined(
    wrap(rotate(wrap(e + f), 43n) + rotate(g, 30n) + h),
    wrap(e + rotate(wrap(f + a), 18n) + g),
    by,
  );
}

/** What is kept from one block of 64 bytes to the next. */
interface State {
  x: bigint;
  y: bigint;
  z: bigint;
  v1: bigint;
  v2: bigint;
  w1: bigint;
  w2: bigint;
}

function hashOfMany(data: DataView): bigint {
  const { byteLength: length } = data;
  const y = wrap(81n * K1 + 113n);
  const z = wrap(mixed(wrap(y * K2 + 113n)) * K2);
  const state: State = { x: wrap(81n * K2 + at(data, 0)), y, z, v1: 0n, v2: 0n, w1: 0n, w2: 0n };
  // The last block is the last 64 bytes, of which some may have been read before.
  for (let offset = 0; offset + 64 < length; offset += 64) addBlock(state, data, offset, K1, 1n);
  const by = wrap(K1 + (state.z & 0xffn) * 2n);
  state.w1 = wrap(state.w1 + BigInt((length - 1) % 64));
  state.v1 = wrap(state.v1 + state.w1);
  state.w1 = wrap(state.w1 + state.v1);
  addBlock(state, data, length - 64, by, 9n);
  return joined(
    wrap(joined(state.v1, state.w1, by) + mixed(state.y) * K0 + state.z),
    wrap(joined(state.v2, state.w2, by) + state.x),
    by,
  );
}

function addBlock(state: State, data: DataView, offset: number, by: bigint, weight: bigint): void {
  const { v1, v2, w1, w2 } = state;
  const x = wrap(rotate(wrap(state.x + state.y + v1 + at(data, offset + 8)), 37n) * by);
  const y = wrap(rotate(wrap(state.y + v2 + at(data, offset + 48)), 42n) * by);
  const nextX = x ^ wrap(w2 * weight);
  const nextY = wrap(y + v1 * weight + at(data, offset + 40));
  const nextZ = wrap(rotate(wrap(state.z + w1), 33n) * by);
  [state.v1, state.v2] = weak(data, offset, wrap(v2 * by), wrap(nextX + w1));
  [state.w1, state.w2] = weak(
    data,
    offset + 32,
    wrap(nextZ + w2),
    wrap(nextY + at(data, offset + 16)),
  );
  state.x = nextZ;
  state.y = nextY;
  state.z = nextX;
}

/** A weak hash of 32 bytes with two seeds. */
function weak(
  data: DataView,
  offset: number,
  first: bigint,
  second: bigint,
): readonly [bigint, bigint] {
  const a = wrap(first + at(data, offset));
  const b = rotate(wrap(second + a + at(data, offset + 24)), 21n);
  const c = wrap(a + at(data, offset + 8) + at(data, offset + 16));
  return [wrap(c + at(data, offset + 24)), wrap(b + rotate(c, 44n) + a)];
}

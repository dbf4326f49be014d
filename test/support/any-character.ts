import fc from 'fast-check';

/**
 * A character of Unicode, as a unit of `fc.string`. The unit 'binary' of fast-check has the same ones, but each string
 * arbitrary of it takes two seconds to make.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

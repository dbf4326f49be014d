import { workerData } from 'piscina';
import type { Block } from '../input/blocks.ts';
import { type BlockOptions, compileBlockParser, type ParsedBlock } from './parse-block.ts';

let parse: ((block: Block) => ParsedBlock) | undefined;

/** Parses a block on a thread of a pool, which was given the options. */
export function parseOnThread(block: Block): ParsedBlock {
  parse ??= compileBlockParser(workerData as BlockOptions); // The pool's maker passes nothing else.
  return parse(block);
}

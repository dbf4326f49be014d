import { excerpt } from '../excerpt.ts';
import { SqlError } from '../sql-error.ts';
import { readHeadComment } from './comment-lines.ts';
import { type HeaderColumn, readColumn } from './read-column.ts';
import { type HeaderParameter, readParameter } from './read-parameter.ts';
import { type HeaderSettings, readSetting, type SettingName } from './read-setting.ts';
import { splitTags, type Tag } from './split-tags.ts';

/** What the comment before a statement says; offsets are in UTF-16 code units of the SQL. */
export interface Header extends HeaderSettings {
  readonly description?: string;
  /** In the order of the comment, each name once, without regard to case. */
  readonly parameters: readonly HeaderParameter[];
  /** In the order of the comment, each name once, without regard to case. */
  readonly columns: readonly HeaderColumn[];
  /** All mistakes of the comment, by place; a tag with one is not in the other members. */
  readonly errors: readonly SqlError[];
  /** The offset of the statement's first token. */
  readonly end: number;
}

/** Parses the comment before a statement. */
export function parseHeader(sql: string): Header {
  const { lines, end } = readHeadComment(sql);
  const { description, tags, errors: misplaced } = splitTags(lines);
  const errors = [...misplaced];
  const parameters = new Map<string, HeaderParameter>();
  const columns = new Map<string, HeaderColumn>();
  let settings: HeaderSettings = {};
  const names = new Set<string>();
  for (const tag of tags) {
    try {
      if (tag.name === 'param') addNamed(parameters, tag, readParameter(tag));
      else if (tag.name === 'column') addNamed(columns, tag, readColumn(tag));
      else {
        if (names.has(tag.name)) throw new SqlError(`@${tag.name} is there twice`, tag.at);
        names.add(tag.name);
        settings = { ...settings, ...readSetting(tag as Tag & { readonly name: SettingName }) };
      }
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      errors.push(error);
    }
  }
  return {
    ...(description !== undefined && { description }),
    ...settings,
    parameters: [...parameters.values()],
    columns: [...columns.values()],
    errors: errors.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0)),
    end,
  };
}

function addNamed<Named extends { readonly name: string; readonly offset: number }>(
  all: Map<string, Named>,
  tag: Tag,
  named: Named,
): void {
  const key = named.name.toLowerCase();
  if (all.has(key)) {
    throw new SqlError(`@${tag.name} ${excerpt(named.name)} is there twice`, named.offset);
  }
  all.set(key, named);
}

import {
  parseTable,
  type SchemaField,
  type Table,
  type TableColumn,
} from '../../../src/googlesql/table.ts';
import type { Tables } from '../../../src/project/tables/tables.ts';
import { duplicate, invalid, notFound } from './api-error.ts';

/** A table as `tables.insert` takes it. */
export interface TableResource {
  readonly tableReference?: { readonly tableId?: string };
  readonly schema?: { readonly fields?: readonly SchemaField[] };
  readonly requirePartitionFilter?: boolean;
  readonly timePartitioning?: {
    readonly type?: string;
    readonly field?: string;
    readonly expirationMs?: string;
    readonly requirePartitionFilter?: boolean;
  };
  readonly clustering?: { readonly fields?: readonly string[] };
  readonly [member: string]: unknown;
}

/** A dataset as `datasets.insert` takes it. */
export interface DatasetResource {
  readonly datasetReference?: { readonly datasetId?: string };
  readonly location?: string;
  readonly [member: string]: unknown;
}

/** A table that queries can name. */
export interface CatalogTable {
  readonly dataset: string;
  readonly id: string;
  readonly resource: TableResource;
  /** Its name is that of the stored rows. */
  readonly table: Table;
  readonly requirePartitionFilter: boolean;
  /** What is reported in its place: of a view the table below it. */
  readonly base?: object | undefined;
  /** What the `*` of a wildcard table stands for. */
  readonly suffixes?: (() => readonly string[]) | undefined;
}

/** The members of tables in lists. */
const LISTED: ReadonlySet<string> = new Set([
  ...['kind', 'id', 'tableReference', 'type', 'timePartitioning', 'clustering'],
]);

interface Dataset {
  readonly resource: DatasetResource;
  readonly tables: Map<string, CatalogTable>;
}

/** The datasets and tables of one project. */
export class Catalog {
  readonly project: string;
  /** Where jobs run. */
  readonly jobProject: string;
  readonly #logicalNames: ReadonlyMap<string, string>;
  readonly #location: string;
  readonly #datasets = new Map<string, Dataset>();

  /** `tableId` gives a logical table's name on the server. */
  constructor(
    project: string,
    location: string,
    tables: Tables,
    tableId: (logical: string) => string,
    jobProject: string,
  ) {
    this.project = project;
    this.jobProject = jobProject;
    this.#location = location;
    this.#logicalNames = new Map([...tables.keys()].map((name) => [tableId(name), name]));
  }

  addDataset(resource: DatasetResource): DatasetResource {
    const id = resource.datasetReference?.datasetId;
    if (!id || !/^\w{1,1024}$/.test(id)) throw invalid(`Invalid dataset ID "${id}"`);
    if (this.#datasets.has(id)) throw duplicate(`Dataset ${this.project}:${id}`);
    const complete = {
      kind: 'bigquery#dataset',
      ...resource,
      id: `${this.project}:${id}`,
      datasetReference: { projectId: this.project, datasetId: id },
      location: resource.location ?? this.#location,
    };
    this.#datasets.set(id, { resource: complete, tables: new Map() });
    return complete;
  }

  dataset(id: string): DatasetResource {
    return this.#find(id).resource;
  }

  datasets(): readonly DatasetResource[] {
    return [...this.#datasets.values()].map(({ resource }) => resource);
  }

  /** With pseudo-columns, a table whose id ends in `*` is one that queries name so; `suffixes` are those of its tables. */
  addTable(
    dataset: string,
    resource: TableResource,
    pseudo: readonly TableColumn[] = [],
    suffixes?: () => readonly string[],
  ): TableResource {
    const { tables } = this.#find(dataset);
    const id = resource.tableReference?.tableId;
    const name = pseudo.length > 0 ? id?.replace(/\*$/, '') : id;
    if (!id || !/^[\p{L}\p{M}\p{N}\p{Pc}\p{Pd} ]{1,1024}$/u.test(name ?? '')) {
      throw invalid(`Invalid table ID "${id}".`);
    }
    if (tables.has(id)) throw duplicate(`Table ${this.project}:${dataset}.${id}`);
    const fields = resource.schema?.fields ?? [];
    checkLayout(resource, fields);
    const complete = {
      kind: 'bigquery#table',
      type: 'TABLE',
      ...resource,
      id: `${this.project}:${dataset}.${id}`,
      tableReference: { projectId: this.project, datasetId: dataset, tableId: id },
      location: this.#find(dataset).resource.location ?? this.#location,
    };
    const table = parseTable(this.#logicalNames.get(id) ?? id, fields, {
      time: resource.timePartitioning?.field,
      ...(pseudo.length > 0 && { pseudo }),
    });
    const requirePartitionFilter =
      resource.requirePartitionFilter ?? resource.timePartitioning?.requirePartitionFilter ?? false;
    tables.set(id, { dataset, id, resource: complete, table, requirePartitionFilter, suffixes });
    return complete;
  }

  /** Takes a table away. */
  dropTable(dataset: string, id: string): void {
    this.#find(dataset).tables.delete(id);
  }

  /** Gives a table other columns. */
  changeFields(
    dataset: string,
    id: string,
    change: (fields: readonly SchemaField[]) => readonly SchemaField[],
  ): void {
    const { kind, id: _, location, ...resource } = this.table(dataset, id);
    this.dropTable(dataset, id);
    this.addTable(dataset, {
      ...resource,
      schema: { fields: change(resource.schema?.fields ?? []) },
    });
  }

  /** Makes a table a view of one that is somewhere else. */
  makeView(dataset: string, id: string, base: object): void {
    const found = this.#find(dataset).tables.get(id);
    if (!found) throw notFound(`Table ${this.project}:${dataset}.${id}`);
    const resource = { ...found.resource, type: 'VIEW' };
    this.#find(dataset).tables.set(id, { ...found, resource, base });
  }

  table(dataset: string, id: string): TableResource {
    const found = this.#find(dataset).tables.get(id);
    // Shards have no common resource.
    if (found && !id.endsWith('*')) return found.resource;
    const [entry, suffix] = this.shard(dataset, id) ?? [];
    if (entry && suffix !== undefined) return shardResource(entry, suffix);
    throw notFound(`Table ${this.project}:${dataset}.${id}`);
  }

  /** The wildcard table of which a table is one, and what the `*` stands for. */
  shard(dataset: string, id: string): readonly [CatalogTable, string] | undefined {
    for (const entry of this.#find(dataset).tables.values()) {
      const suffix = id.slice(entry.id.length - 1);
      const isOne = id === entry.id.replace(/\*$/, suffix) && entry.suffixes?.().includes(suffix);
      if (isOne) return [entry, suffix];
    }
    return undefined;
  }

  /** As `tables.list` says it: each table of a wildcard, and of none its schema. */
  tables(dataset: string): readonly TableResource[] {
    return this.entries(dataset)
      .flatMap((entry) => {
        const { resource, suffixes } = entry;
        return suffixes ? suffixes().map((suffix) => shardResource(entry, suffix)) : [resource];
      })
      .map((resource) =>
        Object.fromEntries(Object.entries(resource).filter(([member]) => LISTED.has(member))),
      );
  }

  /** The tables of a dataset as queries name them. */
  entries(dataset: string): readonly CatalogTable[] {
    return [...this.#find(dataset).tables.values()];
  }

  /** The table that a path in SQL names: `project.dataset.table`, or without the project. */
  find(path: string): CatalogTable | undefined {
    const parts = path.startsWith(`${this.project}.`)
      ? path.slice(this.project.length + 1).split('.')
      : path.split('.');
    const [dataset = '', id = '', ...more] = parts;
    return more.length > 0 ? undefined : this.#datasets.get(dataset)?.tables.get(id);
  }

  #find(id: string): Dataset {
    const dataset = this.#datasets.get(id);
    if (!dataset) throw notFound(`Dataset ${this.project}:${id}`);
    return dataset;
  }
}

function shardResource({ id, resource }: CatalogTable, suffix: string): TableResource {
  const tableId = id.replace(/\*$/, suffix);
  return {
    ...resource,
    id: String(resource['id']).replace(/\*$/, suffix),
    tableReference: { ...resource.tableReference, tableId },
  };
}

function checkLayout(resource: TableResource, fields: readonly SchemaField[]): void {
  const { clustering, timePartitioning } = resource;
  const columns = new Map(fields.map((field) => [field.name, field.type]));
  const partition = timePartitioning?.field;
  if (partition && !/^(TIMESTAMP|DATE|DATETIME)$/.test(columns.get(partition) ?? '')) {
    throw invalid(`The field specified for partitioning cannot be found: ${partition}`);
  }
  for (const name of clustering?.fields ?? []) {
    if (!columns.has(name)) {
      throw invalid(`The field specified for clustering cannot be found in the schema: ${name}`);
    }
  }
}

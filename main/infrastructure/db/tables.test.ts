import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from './open'

type Column = { readonly name: string; readonly type: string; readonly notNull: boolean; readonly key: number }

const modules = import.meta.glob<Record<string, unknown>>('../../*/tables.ts', { eager: true })
const tables = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value) => value instanceof SQLiteTable)
  .map((table) => getTableConfig(table))

let database: OpenDatabase
beforeAll(() => {
  database = openDatabase(':memory:')
})
afterAll(() => database.close())

const byName = (columns: readonly Column[]) => columns.toSorted((one, other) => (one.name < other.name ? -1 : 1))

function inDatabase(table: string): readonly Column[] {
  const rows = database.sqlite.pragma(`table_info(${table})`) as {
    name: string
    type: string
    notnull: number
    pk: number
  }[]
  return byName(
    // A primary key holds no null in these tables, said or not.
    rows.map(({ name, type, notnull, pk }) => ({
      name,
      type: type.toLowerCase(),
      notNull: notnull === 1 || pk > 0,
      key: pk,
    })),
  )
}

describe('the tables that the code knows', () => {
  it('are all those of the database, but for its own', () => {
    const found = database.sqlite.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all()
    const own = new Set(['migrations', 'meta', 'sqlite_sequence'])
    expect(tables.map((table) => table.name).sort((a, b) => a.localeCompare(b))).toEqual(
      found.filter((name) => !own.has(String(name))).sort((a, b) => String(a).localeCompare(String(b))),
    )
  })

  it.each(tables.map((table) => [table.name, table] as const))('%s is as the database has it', (name, table) => {
    const keys = table.primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
    const columns = table.columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      notNull: column.notNull || column.primary || keys.includes(column.name),
      key: column.primary ? 1 : keys.indexOf(column.name) + 1,
    }))
    expect(byName(columns)).toEqual(inDatabase(name))
  })
})

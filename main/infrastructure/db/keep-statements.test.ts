import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from './open'

let database: OpenDatabase
beforeEach(() => {
  database = openDatabase(':memory:')
  database.sqlite.exec(`CREATE TABLE pairs (key TEXT, value INTEGER); INSERT INTO pairs VALUES ('a', 1), ('b', 2)`)
})
afterEach(() => database.close())

describe('statements that are kept', () => {
  it('give rows as they are asked for, whatever was asked before', () => {
    const { db } = database
    const all = sql`SELECT key, value FROM pairs ORDER BY key`
    expect(db.all(all)).toEqual([
      { key: 'a', value: 1 },
      { key: 'b', value: 2 },
    ])
    expect(db.values(all)).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    expect(db.get(all)).toEqual({ key: 'a', value: 1 })
  })

  it('take other values each time, also within a transaction that is taken back', () => {
    const { db } = database
    const add = (key: string, value: number) => db.run(sql`INSERT INTO pairs VALUES (${key}, ${value})`).changes
    const valueOf = (key: string) => db.get<{ value: number }>(sql`SELECT value FROM pairs WHERE key = ${key}`)?.value
    expect(add('c', 3)).toBe(1)
    expect(() =>
      db.transaction(() => {
        add('d', 4)
        expect(valueOf('d')).toBe(4)
        throw new Error('taken back')
      }),
    ).toThrow('taken back')
    expect([valueOf('c'), valueOf('d')]).toEqual([3, undefined])
  })

  it('see a column that came since, and are as right beyond the number that is kept', () => {
    const { db, sqlite } = database
    const first = () => db.get(sql`SELECT * FROM pairs WHERE key = 'a'`)
    expect(first()).toEqual({ key: 'a', value: 1 })
    for (let at = 0; at < 300; at++) expect(db.get(sql.raw(`SELECT ${at} AS n`))).toEqual({ n: at })
    sqlite.exec('ALTER TABLE pairs ADD COLUMN note TEXT')
    expect(first()).toEqual({ key: 'a', value: 1, note: null })
  })
})

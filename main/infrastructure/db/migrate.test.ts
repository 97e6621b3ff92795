import { chmodSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { Refusal } from '@shared/model/refusal'
import { appliedMigrations, migrate, migrations } from './migrate'
import { openDatabase } from './open'

const one = { name: '0001_one', sql: 'CREATE TABLE one (id TEXT)' }
const late = { name: '0002_late', sql: 'CREATE TABLE late (id TEXT)' }
const three = { name: '0003_three', sql: 'CREATE TABLE three (id TEXT)' }

describe('migrate', () => {
  it('runs a migration that was merged late, although a later one has run', () => {
    const sqlite = new Sqlite(':memory:')
    migrate(sqlite, { known: [one, three], backup: () => undefined, now: () => 1 })
    const ran = migrate(sqlite, { known: [one, late, three], backup: () => undefined, now: () => 2 })
    expect(ran).toEqual(['0002_late'])
    expect(appliedMigrations(sqlite)).toEqual(new Set(['0001_one', '0002_late', '0003_three']))
  })

  it('backs up before it changes a database with content, and not a new one', () => {
    const sqlite = new Sqlite(':memory:')
    let backups = 0
    const backup = () => void backups++
    migrate(sqlite, { known: [one], backup, now: () => 1 })
    expect(backups).toBe(0)
    migrate(sqlite, { known: [one, three], backup, now: () => 1 })
    migrate(sqlite, { known: [one, three], backup, now: () => 1 })
    expect(backups).toBe(1)
  })

  it('refuses a database from the future and leaves it as it was', () => {
    const sqlite = new Sqlite(':memory:')
    migrate(sqlite, { known: [one, three], backup: () => undefined, now: () => 1 })
    const attempt = () => migrate(sqlite, { known: [one, late], backup: () => undefined, now: () => 1 })
    expect(attempt).toThrow(Refusal)
    expect(appliedMigrations(sqlite).has('0002_late')).toBe(false)
  })

  it('changes nothing when a migration fails half way', () => {
    const sqlite = new Sqlite(':memory:')
    const broken = { name: '0004_broken', sql: 'CREATE TABLE ok (id TEXT); CREATE TABLE ok (id TEXT)' }
    expect(() => migrate(sqlite, { known: [one, broken], backup: () => undefined, now: () => 1 })).toThrow()
    expect(appliedMigrations(sqlite).size).toBe(0)
  })

  it('opens a file twice without migrating again', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'db-')), 'nested', 'cleveragents.db')
    const first = openDatabase(file)
    expect(first.migrated).toEqual(migrations.map((migration) => migration.name))
    first.close()
    const second = openDatabase(file)
    expect(second.migrated).toEqual([])
    second.close()
    expect(readdirSync(join(file, '..'))).toContain('cleveragents.db')
  })

  it('takes from what earlier versions recorded that an actor had answered what a plan was given', () => {
    const sqlite = new Sqlite(':memory:')
    const known = migrations.filter(({ name }) => name < '0061')
    migrate(sqlite, { known, backup: () => undefined, now: () => 1 })
    sqlite.exec(`
      INSERT INTO plans VALUES ('P', 1, 't', 'a', 'n', 'strategize', 'queued', NULL, NULL, 1, NULL, 'ci', NULL, '{}', '{}', 0, 1, NULL, NULL, 1);`)
    const columns = `id, parent_id, plan_id, seq, type, phase, attempt, question, proposed, chosen, alternatives, standing, answered_by,
      rationale, reasoning, artifacts, influenced_by, created`
    const add = sqlite.prepare(
      `INSERT INTO decisions (${columns}) VALUES (?, ?, 'P', ?, ?, 'strategize', 1, '', '', '', '[]', 'decided', 'actor', '', '', '[]', '[]', 1)`,
    )
    for (const [seq, type] of ['prompt_definition', 'invariant_enforced', 'strategy_choice'].entries())
      add.run(type, seq === 0 ? null : 'prompt_definition', seq, type)
    migrate(sqlite, { backup: () => undefined, now: () => 2 })
    expect(sqlite.prepare('SELECT answered_by FROM decisions ORDER BY seq').pluck().all()).toEqual([
      null,
      null,
      'actor',
    ])
  })

  it('says which file is no database', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'db-')), 'cleveragents.db')
    writeFileSync(file, 'this is not a database, however long it may be')
    expect(() => openDatabase(file)).toThrow(/cannot be opened/)
  })
})

describe('the files of a database', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

  it('are for their owner alone, also those that an earlier version left open to others', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'db-')), 'cleveragents.db')
    const first = openDatabase(file)
    expect([file, `${file}-wal`, `${file}-shm`].map(modeOf)).toEqual(['600', '600', '600'])
    first.close()
    chmodSync(file, 0o644)
    const second = openDatabase(file)
    second.sqlite.exec('CREATE TABLE probe (id TEXT)')
    expect([file, `${file}-wal`, `${file}-shm`].map(modeOf)).toEqual(['600', '600', '600'])
    second.close()
  })
})

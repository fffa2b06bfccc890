// rule: start
import { once } from 'node:events'
import {
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reachEmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts'
import { postmasterOf } from '../leftover-processes.ts'
import {
  query,
  startDatabaseProcess,
  stopProcess,
  type DatabaseProcess,
} from './database-process.ts'

let home: string
let dataDir: string
let servers: DatabaseProcess[]

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lustra-embedded-'))
  dataDir = join(home, 'data')
  servers = []
})

afterEach(async () => {
  for (const { server } of servers) await stopProcess(server, 'SIGTERM')
  await rm(home, { recursive: true })
})

async function startServer(): Promise<DatabaseProcess> {
  const process = await startDatabaseProcess(dataDir)
  servers.push(process)
  return process
}

function postmaster(): number {
  return postmasterOf(join(dataDir, 'postgres')) ?? 0
}

describe('the embedded PostgreSQL', () => {
  test('keeps its data from one start to the next', async () => {
    const onStarted = vi.fn<() => void>()
    const first = await startEmbeddedPostgres({ dataDir, fsync: false, onStarted })
    expect(onStarted).toHaveBeenCalledOnce()
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    await first.stop()
    const second = await startEmbeddedPostgres({ dataDir, fsync: false })
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await second.stop()
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log'])
  })

  test('flushes its password to the disk before the database gets its name', async () => {
    const handle = await open(home)
    const flushed: string[] = []
    const sync = vi
      .spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync')
      .mockImplementation(async function (this: FileHandle) {
        flushed.push(relative(dataDir, await readlink(`/proc/self/fd/${this.fd}`)))
      })
    const server = await startEmbeddedPostgres({ dataDir })
    sync.mockRestore()
    await handle.close()
    expect(flushed).toEqual(['postgres.new/lustra.password', 'postgres.new/cluster', ''])
    await server.stop()
  })

  test('refuses a wrong password and listens only on this machine', async () => {
    const server = await startEmbeddedPostgres({ dataDir, fsync: false })
    const wrongUrl = new URL(server.url)
    wrongUrl.password = 'guess'
    await expect(query(wrongUrl.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    expect(await query(server.url, 'SHOW listen_addresses')).toEqual([
      { listen_addresses: '127.0.0.1' },
    ])
    expect((await stat(join(dataDir, 'postgres/lustra.password'))).mode & 0o777).toBe(0o600)
    await server.stop()
  })

  test.each([
    ['the database process', { database: true, server: false }],
    ['the server', { database: false, server: true }],
    ['both at once', { database: true, server: true }],
  ])('loses no data and starts again after kill -9 of %s', async (_, victims) => {
    const { server, url } = await startServer()
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const killedPid = postmaster()
    const serverExit = once(server, 'exit')
    if (victims.server) server.kill('SIGKILL')
    if (victims.database) process.kill(killedPid, 'SIGKILL')
    await serverExit
    const next = await startEmbeddedPostgres({ dataDir, fsync: false })
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    expect(postmaster()).not.toBe(killedPid)
    await next.stop()
  })

  test('starts although another program now has its old process id', async () => {
    const first = await startEmbeddedPostgres({ dataDir, fsync: false })
    await first.stop()
    const lines = [
      process.ppid,
      join(dataDir, 'postgres'),
      1,
      5432,
      '',
      '127.0.0.1',
      ' 1 4',
      'ready',
    ]
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${lines.join('\n')}\n`)
    const second = await startEmbeddedPostgres({ dataDir, fsync: false })
    await second.stop()
    expect(process.kill(process.ppid, 0)).toBe(true)
  })

  test('creates the database again when a first start was interrupted', async () => {
    await mkdir(join(dataDir, 'postgres.new/cluster/base'), { recursive: true })
    const server = await startEmbeddedPostgres({ dataDir, fsync: false })
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('a second start on the same data folder is refused with the process id of the first', async () => {
    const { server, url } = await startServer()
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `Lustra already runs on this data folder (process ${server.pid}).`,
    )
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('a command uses the database of a running server and leaves it running', async () => {
    const { url } = await startServer()
    const second = await reachEmbeddedPostgres({ dataDir })
    expect(second.url).toBe(url)
    await second.stop()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('a database of another version is refused in one line and not changed', async () => {
    await (await startEmbeddedPostgres({ dataDir, fsync: false })).stop()
    const version = join(dataDir, 'postgres/PG_VERSION')
    await writeFile(version, '17\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('was made by PostgreSQL 17')
    expect(await readFile(version, 'utf8')).toBe('17\n')
    await writeFile(version, '18\n')
  })
})

// rule: picture-storage-owner
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesInBucket } from './bucket.ts'
import { filesOnDisk } from './disk.ts'
import type { Files } from './files.ts'

const BUCKET = 'pictures'
/** A folder on another disk, where there is one: no rename from there to `folder` works. */
const OTHER_DISK = ['/dev/shm'].filter((place) => existsSync(place))
const ACCOUNT = 's3://S3RVER:S3RVER@'
let folder: string
let s3: { files: Files; close(): Promise<unknown> }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-test-files-'))
  s3 = await startBucket()
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const name = (ending = '.webp') => randomBytes(16).toString('hex') + ending
const kinds: [string, () => Files][] = [
  ['in a folder', () => filesOnDisk(join(folder, 'disk'))],
  ['in a bucket', () => s3.files],
]

describe.each(kinds)('pictures %s', (_, filesOf) => {
  test('are read as they were stored, also replaced and large ones', async () => {
    const files = filesOf()
    const file = name()
    for (const bytes of [randomBytes(10), randomBytes(3_000_000)]) {
      await files.put(file, bytes)
      expect(Buffer.from((await files.read(file))!).equals(bytes)).toBe(true)
    }
    expect(await files.has(file)).toBe(true)
  })

  // rule: deletion-notes
  test('have notes of deletions beside them, which are no pictures', async () => {
    const files = filesOf()
    const note = 'deleted-2026-11-20-01a21766-5c67-7c35-9c74-d950f93996e9'
    for (let time = 0; time < 2; time++) await files.writeNote(note)
    const names = async (list: AsyncIterable<unknown>) => {
      const all: unknown[] = []
      for await (const name of list) all.push(name)
      return all
    }
    expect(await names(files.listNotes())).toEqual([note])
    expect(JSON.stringify(await names(files.list()))).not.toContain('deleted')
    for (let time = 0; time < 2; time++) await files.removeNote(note)
    expect(await names(files.listNotes())).toEqual([])
  })

  // rule: graceful-shutdown
  test('have built files beside them, which are no pictures', async () => {
    const files = filesOf()
    const built = 'assets-entry-1.js'
    for (const code of ['one()', 'two()']) {
      await files.writeWebFile(built, Buffer.from(code))
      expect(Buffer.from((await files.readWebFile(built))!).toString()).toBe(code)
    }
    const listed: { name: string; changedAt: Date }[] = []
    for await (const one of files.listWebFiles()) listed.push(one)
    expect(listed.map(({ name: one }) => one)).toEqual([built])
    expect(Math.abs(Date.now() - listed[0]!.changedAt.getTime())).toBeLessThan(60_000)
    for await (const picture of files.list()) expect(picture.name).not.toContain('assets')
    for (const stray of ['../stray.js', 'assets-../stray.js', 'stray.js', 'assets-a/b.js']) {
      await expect(files.writeWebFile(stray, Buffer.from('x'))).rejects.toThrow('built file')
      await expect(files.removeWebFile(stray)).rejects.toThrow('built file')
      expect(await files.readWebFile(stray)).toBeUndefined()
    }
    for (let time = 0; time < 2; time++) await files.removeWebFile(built)
    expect(await files.readWebFile(built)).toBeUndefined()
  })

  test('in local files are stored under their names, also from another disk', async () => {
    const files = filesOf()
    const made = [randomBytes(10), randomBytes(300_000)].map((bytes) => ({ name: name(), bytes }))
    for (const place of [folder, ...OTHER_DISK]) {
      const paths = made.map((_, index) => join(place, `lustra-test-made-${index}`))
      for (const [index, { bytes }] of made.entries()) await writeFile(paths[index]!, bytes)
      await files.putFromDisk(
        made.map(({ name: file }, index) => ({ name: file, path: paths[index]! })),
      )
      for (const { name: file, bytes } of made) {
        expect(Buffer.from((await files.read(file))!).equals(bytes)).toBe(true)
        await files.remove(file)
      }
      for (const path of paths) await rm(path, { force: true })
    }
    const stray = [{ name: '../stray.webp', path: join(folder, 'any') }]
    await expect(files.putFromDisk(stray)).rejects.toThrow(/./)
  })

  test('that do not exist are not found', async () => {
    const files = filesOf()
    expect(await files.read(name())).toBeUndefined()
    expect(await files.has(name())).toBe(false)
  })

  test('are listed with the time of their change, and can be removed more than once', async () => {
    const files = filesOf()
    const [remaining, deleted] = [name('-640.avif'), name()]
    await files.put(remaining, Buffer.from('kept'))
    await files.put(deleted, Buffer.from('gone'))
    await files.remove(deleted)
    await files.remove(deleted)
    const listed = new Map<string, Date>()
    for await (const one of files.list()) listed.set(one.name, one.changedAt)
    expect(listed.has(deleted)).toBe(false)
    expect(Math.abs(Date.now() - listed.get(remaining)!.getTime())).toBeLessThan(60_000)
  })

  // rule: photos
  test('have names of pictures; no other file can be reached', async () => {
    const files = filesOf()
    for (const stray of ['../stray.webp', 'stray.webp', '', `${name()}/x`, `a/${name()}`]) {
      await expect(files.put(stray, Buffer.from('x'))).rejects.toThrow('not the name of a picture')
      await expect(files.remove(stray)).rejects.toThrow('not the name of a picture')
      expect(await files.read(stray)).toBeUndefined()
      expect(await files.has(stray)).toBe(false)
    }
  })
})

test('unfinished files of a crash are listed and can be removed; foreign files are not', async () => {
  const place = join(folder, 'after-a-crash')
  const files = filesOnDisk(place)
  await files.put(name(), Buffer.from('x'))
  const unfinished = `.${name()}.0123456789ab`
  await writeFile(join(place, unfinished), 'half')
  await writeFile(join(place, 'notes.txt'), 'mine')
  const listed: string[] = []
  for await (const one of files.list()) listed.push(one.name)
  expect(listed).toContain(unfinished)
  expect(listed).toHaveLength(2)
  await files.remove(unfinished)
  expect(await readdir(place)).not.toContain(unfinished)
})

test('a bucket that does not answer is an error, not a missing picture', async () => {
  const files = filesInBucket(`${ACCOUNT}${BUCKET}?endpoint=http://127.0.0.1:1`)
  await expect(files.read(name())).rejects.toThrow(/./)
  await expect(files.has(name())).rejects.toThrow(/./)
})

/** A real S3 server on a port of its own. */
async function startBucket() {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const { port } = await server.run()
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`)
  return {
    files: filesInBucket(`${ACCOUNT}${BUCKET}/public?endpoint=${endpoint}`),
    close: () => server.close(),
  }
}

test('a symbolic link in the folder of pictures is not followed', async () => {
  const place = join(folder, 'links')
  const secret = join(folder, 'secret.txt')
  await mkdir(place)
  await writeFile(secret, 'a secret of this machine')
  const file = name()
  await symlink(secret, join(place, file))
  const files = filesOnDisk(place)
  expect(await files.read(file)).toBeUndefined()
  expect(await files.has(file)).toBe(false)
  const listed = []
  for await (const one of files.list()) listed.push(one.name)
  expect(listed).toEqual([])
  await files.put(file, Buffer.from('a picture'))
  expect(Buffer.from((await files.read(file))!).toString()).toBe('a picture')
  expect(existsSync(secret)).toBe(true)
  await files.remove(file)
})

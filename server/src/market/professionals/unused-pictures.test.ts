// rule: picture-storage-owner
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pictureFile } from '#contract/pictures.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { poison } from '#server/test/poison.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import type { Context } from '#server/context.ts'
import { filesOnDisk } from '#server/outside/files/disk.ts'
import { adoptStoredPictures, whyNotOwner } from './picture-storage.ts'
import { deleteUnusedPicture, sweepPictures } from './unused-pictures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = new Date('2026-11-20T16:00:00Z')

let server: TestServer
/** A server on another database, with the same storage of pictures. */
let other: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  other = await testServer({ DATA_DIR: server.context.config.dataDir }, { now: () => now })
  await showOn(server)
  await store(SHOWN.flatMap(sizes), 25)
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(() => {
  now = NOW
})

const name = () => `${randomBytes(16).toString('hex')}.webp`
const sizes = (file: string) => [file, pictureFile(file, 240), file.replace('.webp', '.avif')]

/** The pictures in use: so many that those which tests leave unused are less than half. */
const SHOWN = Array.from({ length: 10 }, name)

async function showOn(someServer: TestServer): Promise<void> {
  await buildProfessional(someServer, { gallery_images: SHOWN.slice(0, 5) })
  await buildProfessional(someServer, { gallery_images: SHOWN.slice(5) })
}

/** Stores files of a picture that were last changed `hours` before NOW. */
async function store(files: string[], hours: number): Promise<void> {
  const at = new Date(+NOW - hours * HOUR_MS)
  for (const file of files) {
    await server.context.files.put(file, Buffer.from('x'))
    await utimes(join(server.context.config.uploadsDir, file), at, at)
  }
}

async function stored(): Promise<string[]> {
  const names: string[] = []
  for await (const file of server.context.files.list()) names.push(file.name)
  return names.toSorted()
}

test('a file that no profile names is deleted after 30 days, interrupted uploads after a day; all others stay', async () => {
  const { config } = server.context
  const old = new Date(+NOW - 25 * HOUR_MS)
  const [photo, gallery, stray, recent, found] = [name(), name(), name(), name(), name()]
  await buildProfessional(server, { profile_image: photo, gallery_images: [gallery] })
  await store([photo, gallery, stray, found].flatMap(sizes), 25)
  await store(sizes(recent), 1)
  const unfinished = `.${name()}.0123456789ab`
  await writeFile(join(config.uploadsDir, unfinished), 'half')
  await utimes(join(config.uploadsDir, unfinished), old, old)
  for (const [form, at] of [
    ['form-old', old],
    ['form-now', NOW],
  ] as const) {
    await mkdir(join(config.incomingDir, form), { recursive: true })
    await utimes(join(config.incomingDir, form), at, at)
  }

  // Listed, but not found: as an upload that ends while the sweep looks.
  await symlink(join(config.incomingDir, 'gone'), join(config.incomingDir, 'form-ending'))
  await sweepPictures(server.context)
  expect(await stored()).toEqual(
    [...SHOWN, photo, gallery, stray, found, recent].flatMap(sizes).toSorted(),
  )
  expect((await readdir(config.incomingDir)).toSorted()).toEqual(['form-ending', 'form-now'])

  now = new Date(+NOW + 10 * DAY_MS)
  await sweepPictures(server.context)
  await buildProfessional(server, { profile_image: found })
  now = new Date(+NOW + 30 * DAY_MS - 1)
  await sweepPictures(server.context)
  expect(await stored()).toEqual(
    [...SHOWN, photo, gallery, stray, found, recent].flatMap(sizes).toSorted(),
  )

  now = new Date(+NOW + 30 * DAY_MS)
  await sweepPictures(server.context)
  await sweepPictures(server.context)
  expect(await stored()).toEqual(
    [...SHOWN, photo, gallery, found, recent].flatMap(sizes).toSorted(),
  )
})

// rule: scheduled-jobs
test('an unused file that cannot be deleted stops no other', async () => {
  const [first, second] = [name(), name()].toSorted() as [string, string]
  await store([first, second], 25)
  now = new Date(+NOW + DAY_MS)
  await sweepPictures(server.context)
  now = new Date(+NOW + 32 * DAY_MS)
  const cure = await poison(server.db, 'delete', 'unused_files', sql`old.name = ${sql.lit(first)}`)
  await sweepPictures(server.context)
  await cure()
  expect(await waiting()).toEqual([first])
  await sweepPictures(server.context)
  expect(await waiting()).toEqual([])
  async function waiting() {
    const rows = await server.db.selectFrom('unused_files').select('name').execute()
    return rows.map((row) => row.name).filter((one) => [first, second].includes(one))
  }
})

test('a copy of the database, or another one, on the same storage deletes no file', async () => {
  const [used, strayOfOther] = [name(), name()]
  await buildProfessional(server, { profile_image: used })
  await store([used, strayOfOther], 25)
  await sweepPictures(server.context)
  const before = await stored()

  for (const days of [1, 31, 62]) {
    now = new Date(+NOW + days * DAY_MS)
    await expect(sweepPictures(other.context)).rejects.toThrow('belong to another database')
  }
  await deleteUnusedPicture(other.context, { file: used })
  expect(await stored()).toEqual(before)
  expect(await other.db.selectFrom('unused_files').selectAll().execute()).toEqual([])

  // A copy taken a moment ago, which sweeps before the owner renews the marker.
  const marker = await server.db.selectFrom('picture_storage').selectAll().executeTakeFirstOrThrow()
  await other.db.insertInto('picture_storage').values(marker).execute()
  const said = 'belong to this database in another place'
  await expect(sweepPictures(other.context)).rejects.toThrow(said)
  await deleteUnusedPicture(other.context, { file: used })
  expect(await stored()).toContain(used)
  await sweepPictures(server.context)
  expect(await stored()).toContain(used)
})

test('a database that an operator made the owner deletes, and the one before it no longer does', async () => {
  const used = name()
  await buildProfessional(server, { profile_image: used })
  await store([used], 25)
  await showOn(other)
  await adoptStoredPictures(other.context)
  await expect(sweepPictures(server.context)).rejects.toThrow('belong to another database')
  await sweepPictures(other.context)
  await adoptStoredPictures(server.context)
  await sweepPictures(server.context)
  expect(await stored()).toContain(used)
})

test('when more than 5 % of the files are unused, the sweep fails and deletes none', async () => {
  await sweepPictures(server.context)
  const waiting = await server.db.selectFrom('unused_files').selectAll().execute()
  const many = Array.from({ length: 25 }, name)
  await store(many, 25)
  for (const days of [0, 40]) {
    now = new Date(+NOW + days * DAY_MS)
    await expect(sweepPictures(server.context)).rejects.toThrow(/^No row names \d+ of \d+ stored/)
  }
  expect(await stored()).toEqual(expect.arrayContaining(many))
  expect(await server.db.selectFrom('unused_files').selectAll().execute()).toEqual(waiting)
})

test('when more than half of a few files are unused, the sweep fails and deletes none', async () => {
  const young = await testServer({}, { now: () => now })
  const put = (file: string) => young.context.files.put(file, Buffer.from('x'))
  const [used, ...unused] = [name(), name(), name()]
  await buildProfessional(young, { profile_image: used })
  for (const file of [used, ...unused]) await put(file)
  now = new Date(Date.now() + 2 * DAY_MS)
  await expect(sweepPictures(young.context)).rejects.toThrow('No row names 2 of 3 stored files')
  await buildProfessional(young, { profile_image: unused[0] })
  await sweepPictures(young.context)
  expect(await young.db.selectFrom('unused_files').select('name').execute()).toEqual([
    { name: unused[1] },
  ])
  await young.close()
})

/** A context on the database of this file, with these settings and a storage of its own. */
function runningWith(settings: Partial<Context['config']>, files = storageOfPlaces()): Context {
  const config = { ...server.context.config, databaseUrl: 'postgres://db.test/lustra', ...settings }
  return { ...server.context, config, files }
}
const storageOfPlaces = () => filesOnDisk(join(server.context.config.dataDir, 'places'))

test('a database on a copied disk, at another address or origin, is not the owner', async () => {
  const live = runningWith({ publicOrigin: 'https://lustra.test' })
  const staging = runningWith({ publicOrigin: 'https://staging.test' })
  const restored = runningWith({ ...live.config, databaseUrl: 'postgres://restored.test/lustra' })
  expect(await whyNotOwner(live)).toBeUndefined()
  const lines: string[] = []
  const log = { ...server.context.log, warn: (_: object, line: string) => void lines.push(line) }
  for (const copy of [staging, restored]) {
    expect(await whyNotOwner(copy)).toBe('other_place')
    await expect(sweepPictures(copy)).rejects.toThrow('in another place')
    await deleteUnusedPicture({ ...copy, log } as unknown as Context, { file: name() })
    expect(lines.pop()).toMatch(/^a picture was not deleted: .* in another place: .*pictures adopt/)
  }
  expect(await whyNotOwner(live)).toBeUndefined()
  await adoptStoredPictures(restored)
  expect(await Promise.all([live, restored].map(whyNotOwner))).toEqual(['other_place', undefined])
  await adoptStoredPictures(server.context)
})

test('a database that is reached by a socket, or that is embedded beside a bucket, is the owner on every machine', async () => {
  const sockets = ['/one', '/two'].map((host) =>
    runningWith({ databaseUrl: `postgres:///lustra?host=${host}` }),
  )
  await adoptStoredPictures(sockets[0]!)
  expect(await Promise.all(sockets.map(whyNotOwner))).toEqual([undefined, 'other_place'])
  await adoptStoredPictures(runningWith({ databaseUrl: undefined, filesUrl: 's3://pictures' }))
  const { place } = await server.db
    .selectFrom('picture_storage')
    .select('place')
    .executeTakeFirstOrThrow()
  const { publicOrigin, dataDir } = server.context.config
  expect(place?.replace(`${publicOrigin} ${dataDir} `, '')).toMatch(/^\d+\/\d+$/)
  await adoptStoredPictures(server.context)
})

test('an owner of before places were stored stays it beside the embedded database, elsewhere an operator says so', async () => {
  const forgetPlace = () => server.db.updateTable('picture_storage').set({ place: null }).execute()
  await adoptStoredPictures(server.context)
  await forgetPlace()
  expect(await whyNotOwner(server.context)).toBeUndefined()
  const { place } = await server.db
    .selectFrom('picture_storage')
    .select('place')
    .executeTakeFirstOrThrow()
  expect(place).toMatch(/^beside /)
  const live = runningWith({})
  await adoptStoredPictures(live)
  await forgetPlace()
  expect(await whyNotOwner(live)).toBe('place_unknown')
  await expect(sweepPictures(live)).rejects.toThrow(/pictures adopt --reason/)
  await adoptStoredPictures(live)
  expect(await whyNotOwner(live)).toBeUndefined()
  await adoptStoredPictures(server.context)
})

test('a storage without a marker is claimed while it is empty, or if it lies beside the embedded database', async () => {
  const files = filesOnDisk(join(server.context.config.dataDir, 'unmarked'))
  await files.put(name(), Buffer.from('x'))
  expect(await whyNotOwner(runningWith({}, files))).toBe('unmarked')
  expect(await files.readMarker('lustra-installation')).toBeUndefined()
  expect(await whyNotOwner({ ...server.context, files })).toBeUndefined()
  const empty = filesOnDisk(join(server.context.config.dataDir, 'empty'))
  const servers = [runningWith({}, empty), runningWith({}, empty)]
  expect(await Promise.all(servers.map(whyNotOwner))).toEqual([undefined, undefined])
  expect(await whyNotOwner(servers[0]!)).toBeUndefined()
})

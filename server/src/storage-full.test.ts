// rule: storage-full
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingBody, rowCounts } from '#server/test/booking.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, signedIn } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const SERVING = join(import.meta.dirname, 'test/server-process.ts')
/** A mount namespace of its own: root may always make one, other users on most systems. */
const OWN_MOUNTS = ['unshare', '--map-root-user', '--mount'] as const
const mayMount =
  process.platform === 'linux' &&
  spawnSync(OWN_MOUNTS[0], [...OWN_MOUNTS.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])
    .status === 0

let server: TestServer
let folder: string
const children: ChildProcess[] = []
beforeAll(async () => {
  server = await testServer()
  folder = await mkdtemp(join(tmpdir(), 'lustra-test-small-disk-'))
})
afterAll(async () => {
  for (const child of children) child.disconnect()
  await server.close()
  await rm(folder, { recursive: true })
})

/** A second server process whose data folder has this many bytes. */
async function serverOnSmallDisk(bytes: number): Promise<string> {
  const script = `mount -t tmpfs -o size=${bytes} tmpfs "$1" && exec "$2" "$3"`
  const [program, ...options] = OWN_MOUNTS
  const child = spawn(
    program,
    [...options, 'sh', '-c', script, 'sh', folder, process.execPath, SERVING],
    {
      env: { ...process.env, DATABASE_URL: server.url, DATA_DIR: folder },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  children.push(child)
  const [origin] = (await once(child, 'message')) as [string]
  return origin
}

/** A photo that cannot be compressed: about as many bytes as asked for. */
async function noisyPhoto(kilobytes: number): Promise<Blob> {
  const side = Math.round(Math.sqrt(kilobytes * 1024))
  const raw = { width: side, height: side, channels: 3 as const }
  const bytes = await sharp(randomBytes(side * side * 3), { raw })
    .jpeg({ quality: 60 })
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
}

test.skipIf(!mayMount).each([
  ['the upload does not fit', 120],
  ['the upload fits, but not its sizes', 400],
])(
  'a photo is refused with 507 when the disk is full because %s, and leaves nothing behind',
  async (_, kilobytes) => {
    const professional = await buildProfessional(server)
    const token = await signedIn(server, professional)
    const origin = await serverOnSmallDisk(kilobytes * 1024)
    const form = new FormData()
    form.append('image', await noisyPhoto(300), 'photo.jpg')
    const url = `${origin}/api/professional/profile/${professional.id}/image/profile`
    const before = await rowCounts(server)
    const answer = await fetch(url, {
      method: 'POST',
      body: form,
      headers: { cookie: `lustra_session=${token}` },
    })
    expect(await answer.json()).toEqual({
      code: 'storage_full',
      detail: 'We have no room to store this right now. Please try again later.',
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([507, '60'])
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    expect(await rowCounts(server)).toEqual(before)
  },
  60_000,
)

test('a booking is refused with 507 when the disk of the database is full, and nothing is written', async () => {
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  await sql`
    create function disk_is_full() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$`.execute(server.db)
  await sql`create trigger disk_is_full before insert on bookings execute function disk_is_full()`.execute(
    server.db,
  )
  const before = await rowCounts(server)
  const caller = await as(server, client)
  const { status, body, headers } = await caller.post(
    '/api/bookings',
    bookingBody(client, professional),
  )
  expect([status, body.code, headers['retry-after']]).toEqual([507, 'storage_full', '60'])
  expect(await rowCounts(server)).toEqual(before)
})

// rule: storage-full
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingBody, rowCounts } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, signedIn } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const SERVING = join(import.meta.dirname, '../test/processes/server-process.ts')
/** A mount namespace of its own: root may make one unless it is in a container, other users on most systems. */
const OWN_MOUNTS = ['unshare', '--map-root-user', '--mount'] as const
const mayMount =
  process.platform === 'linux' &&
  spawnSync(OWN_MOUNTS[0], [...OWN_MOUNTS.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])
    .status === 0

/** How a server process gets too little room: each is a command that runs `"$2" "$3"` with it, in the folder `"$1"`. */
const ROOMS = {
  'a small disk': {
    isPossible: mayMount,
    command: (bytes: number) => [
      ...OWN_MOUNTS,
      'sh',
      '-c',
      `mount -t tmpfs -o size=${bytes} tmpfs "$1" && exec "$2" "$3"`,
    ],
  },
  // Works for every user and in every container. The limit is in blocks of 512 bytes.
  'a limit on files': {
    isPossible: process.platform !== 'win32',
    command: (bytes: number) => ['sh', '-c', `ulimit -f ${bytes / 512} && exec "$2" "$3"`],
  },
}
type Room = keyof typeof ROOMS
if (!mayMount) {
  process.stderr.write('No small disk can be mounted here: only the limit on files is tested.\n')
}

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

/** A second server process that has room for this many bytes: in all on a small disk, in each file with a limit. */
async function serverWithRoom(room: Room, bytes: number): Promise<string> {
  const [program, ...options] = ROOMS[room].command(bytes)
  const child = spawn(program!, [...options, 'sh', folder, process.execPath, SERVING], {
    // On a busy machine the event loop of a process that has just started is late for seconds.
    env: {
      ...process.env,
      DATABASE_URL: server.url,
      DATA_DIR: folder,
      EVENT_LOOP_DELAY_MS_MAX: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const [origin] = (await once(child, 'message')) as [string]
  return origin
}

/** A photo that cannot be compressed: 139 kB of quality 60, 81 kB of quality 30. Both become larger as WebP. */
async function noisyPhoto({ quality = 60, side = 554 }): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 as const }
  return sharp(randomBytes(side * side * 3), { raw })
    .jpeg({ quality })
    .toBuffer()
}

/** The files of pictures, finished or not. Those of a small disk are not visible here. */
async function pictureFiles(): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile() && /\/(?:uploads|incoming)/.test(file.parentPath))
    .map(({ name }) => name)
}

const CASES = [
  ['a small disk', 'the upload does not fit', 120, 60],
  ['a small disk', 'the upload fits, but not its sizes', 400, 60],
  ['a limit on files', 'the upload does not fit', 120, 60],
  ['a limit on files', 'the upload fits, but not its sizes', 120, 30],
] as const

/** A limit shows what a small disk shows too, so where there is one it is tried once. */
const cases = mayMount ? CASES.toSpliced(2, 1) : CASES

for (const [room, why, kilobytes, quality] of cases) {
  test.skipIf(!ROOMS[room].isPossible)(
    `with ${room}, a photo is refused with 507 because ${why}, leaves nothing behind, and one that fits is stored`,
    async () => {
      const professional = await buildProfessional(server)
      const token = await signedIn(server, professional)
      const origin = await serverWithRoom(room, kilobytes * 1024)
      const upload = (photo: Buffer) => {
        const form = new FormData()
        form.append('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
        const url = `${origin}/api/professional/profile/${professional.id}/image/profile`
        return fetch(url, {
          method: 'POST',
          body: form,
          headers: { cookie: `lustra_session=${token}` },
        })
      }
      const before = await rowCounts(server)
      const stored = await pictureFiles()
      const answer = await upload(await noisyPhoto({ quality }))
      expect(await answer.json()).toEqual({
        code: 'storage_full',
        detail: "We can't save this right now. Please try again later.",
      })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([507, '60'])
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      expect(await pictureFiles()).toEqual(stored)
      expect(await rowCounts(server)).toEqual(before)
      // Without a restart.
      expect((await upload(await noisyPhoto({ side: 64 }))).status).toBe(200)
    },
    60_000,
  )
}

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

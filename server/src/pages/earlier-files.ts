import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/http/app.ts'
import type { Context } from '#server/context.ts'

const HOUR_MS = 60 * 60_000
/** How old the stored files of a build that is served may become. */
const RENEW_MS = 6 * HOUR_MS
/** The age at which stored files are deleted, so that a build is kept for a day after its last process has ended. */
const KEPT_MS = 24 * HOUR_MS + RENEW_MS
/** A storage that is away does not hold up the start for longer. */
const START_MS_MAX = 3000
const NAME = /^(?:operator\/)?assets\/[\w-][\w.-]{0,99}$/
const SIGNATURE_BYTES = 32

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

type Services = Pick<Context, 'files' | 'log' | 'verificationKeys'>
type WebFile = { name: string; content: Buffer; isBrotli: boolean }
/** A folder of the build whose names contain a hash, and its address. */
type Folder = { address: 'assets' | 'operator/assets'; folder: string }

const decompress = promisify(brotliDecompress)

export function webFileType(name: string): string {
  return TYPES[extname(name)] ?? 'application/octet-stream'
}

/**
 * Stores the files of this build before its first page is served, and renews them while it is served. So each process
 * answers for the files of every build that was served within a day. rule: graceful-shutdown
 */
export async function keepWebFiles(
  app: App,
  context: Services,
  folders: readonly Folder[],
): Promise<void> {
  const own = (await Promise.all(folders.map(readFiles))).flat()
  const files = new Map(own.map((file) => [storedName(file.name), file]))
  const keep = () =>
    renew(context, files).catch((error: unknown) => {
      context.log.warn({ err: error }, 'the files of this build are not kept for open pages')
    })
  await Promise.race([keep(), wait(START_MS_MAX, undefined, { ref: false })])
  const timer = setInterval(() => void keep(), HOUR_MS)
  timer.unref()
  app.addHook('onClose', () => clearInterval(timer))
}

/** Stores what is missing, was changed or becomes old, and deletes what no server has served for a day. */
async function renew(context: Services, own: ReadonlyMap<string, WebFile>): Promise<void> {
  const { files } = context
  const stored = new Map<string, number>()
  for await (const { name, changedAt } of files.listWebFiles())
    stored.set(name, Date.now() - changedAt.getTime())
  for (const [name, age] of stored)
    if (!own.has(name) && age > KEPT_MS) await files.removeWebFile(name)
  await Promise.all(
    Array.from(own, async ([name, file]) => {
      if ((stored.get(name) ?? Infinity) < RENEW_MS) return
      await files.writeWebFile(name, Buffer.concat([sign(context, file), file.content]))
    }),
  )
}

/**
 * Answers with a file of another build that was served within a day. Returns whether there is one: whoever awaits a
 * reply waits until it is sent and gets undefined. rule: graceful-shutdown
 */
export async function sendEarlierFile(
  context: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  cacheControl: string,
): Promise<boolean> {
  const name = request.url.split('?')[0]!.slice(1)
  if (!NAME.test(name)) return false
  const file = await readSigned(context, name)
  if (!file) return false
  const isCompressed = file.isBrotli && /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  const bytes = file.isBrotli && !isCompressed ? await decompress(file.content) : file.content
  void reply
    .headers({
      'cache-control': cacheControl,
      vary: 'accept-encoding',
      ...(isCompressed ? { 'content-encoding': 'br' } : {}),
    })
    .type(webFileType(name))
    .send(bytes)
  return true
}

/** Undefined without a file that a server with our keys has written. */
async function readSigned(context: Services, name: string): Promise<WebFile | undefined> {
  const stored = await context.files.readWebFile(storedName(name))
  if (!stored || stored.length < SIGNATURE_BYTES) return undefined
  const bytes = Buffer.from(stored)
  const content = bytes.subarray(SIGNATURE_BYTES)
  const files = [true, false].map((isBrotli) => ({ name, content, isBrotli }))
  return files.find((file) =>
    timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), sign(context, file)),
  )
}

function storedName(name: string): string {
  return name.replaceAll('/', '-')
}

async function readFiles({ address, folder }: Folder): Promise<WebFile[]> {
  const all = await readdir(folder)
  const names = all.filter((name) => !/\.(br|gz)$/.test(name) && NAME.test(`${address}/${name}`))
  return Promise.all(
    names.map(async (name) => {
      const isBrotli = all.includes(`${name}.br`)
      const content = await readFile(join(folder, isBrotli ? `${name}.br` : name))
      return { name: `${address}/${name}`, content, isBrotli }
    }),
  )
}

function sign({ verificationKeys }: Services, { name, content, isBrotli }: WebFile): Buffer {
  return createHmac('sha256', verificationKeys.hash)
    .update(`web file ${name} ${isBrotli} `)
    .update(content)
    .digest()
}

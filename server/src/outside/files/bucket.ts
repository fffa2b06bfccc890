import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { readFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import type { Readable } from 'node:stream'
import {
  DELETION_NOTE,
  STORED_FILE,
  WEB_FILE,
  WEB_FOLDER,
  checkName,
  checkNote,
  checkWebFile,
} from './files.ts'
import type { Files } from './files.ts'
import { StorageAway } from './storage-away.ts'

const ATTEMPTS = 3
/**
 * The longest time of one try, and of a call with all its tries and the body of its answer. A person waits for an
 * upload.
 */
const TRY_MS_MAX = 4_000
const CALL_MS_MAX = 8_000

/**
 * Pictures in an S3-compatible bucket: `s3://KEY:SECRET@BUCKET/FOLDER?region=…&endpoint=…`. Without KEY and SECRET the
 * SDK uses its default credentials; without an endpoint, Amazon's. Each call throws StorageAway when the bucket does
 * not do it in time. rule: picture-storage-owner, storage-full
 */
export function filesInBucket(
  url: string,
  { tryMsMax = TRY_MS_MAX, callMsMax = CALL_MS_MAX } = {},
): Files {
  const objects = objectsIn(url, { tryMsMax, callMsMax })
  const put = async (name: string, bytes: Uint8Array) => {
    checkName(name)
    await objects.store(name, bytes, name.endsWith('.avif') ? 'image/avif' : 'image/webp')
  }
  return {
    put,
    async putFromDisk(files) {
      await Promise.all(files.map(async ({ name, path }) => put(name, await readFile(path))))
    },
    async read(name) {
      return STORED_FILE.test(name) ? objects.read(name) : undefined
    },
    async has(name) {
      return STORED_FILE.test(name) && objects.has(name)
    },
    async *list() {
      for await (const { name, changedAt } of objects.list('')) {
        if (STORED_FILE.test(name) && changedAt) yield { name, changedAt }
      }
    },
    async remove(name) {
      checkName(name)
      await objects.remove(name)
    },
    async readMarker(file) {
      const bytes = await objects.read(file)
      return bytes && Buffer.from(bytes).toString()
    },
    writeMarker: (text, file) => objects.store(file, text, 'text/plain'),
    async *listNotes() {
      for await (const { name } of objects.list('deleted-')) {
        if (DELETION_NOTE.test(name)) yield name
      }
    },
    async writeNote(name) {
      checkNote(name)
      await objects.store(name, '', 'text/plain')
    },
    async removeNote(name) {
      checkNote(name)
      await objects.remove(name)
    },
    async *listWebFiles() {
      for await (const { name: key, changedAt } of objects.list(`${WEB_FOLDER}/`)) {
        const name = key.slice(WEB_FOLDER.length + 1)
        if (WEB_FILE.test(name) && changedAt) yield { name, changedAt }
      }
    },
    async readWebFile(name) {
      return WEB_FILE.test(name) ? objects.read(`${WEB_FOLDER}/${name}`) : undefined
    },
    async writeWebFile(name, bytes) {
      checkWebFile(name)
      await objects.store(`${WEB_FOLDER}/${name}`, bytes, 'application/octet-stream')
    },
    async removeWebFile(name) {
      checkWebFile(name)
      await objects.remove(`${WEB_FOLDER}/${name}`)
    },
  }
}

/** The objects of the folder, by their names in it. */
function objectsIn(url: string, { tryMsMax, callMsMax }: { tryMsMax: number; callMsMax: number }) {
  const { bucket, folder, client } = readAddress(url, tryMsMax)
  const at = (name: string) => ({ Bucket: bucket, Key: folder + name })
  const inTime = async <Answer>(call: (limit: Limit) => Promise<Answer>): Promise<Answer> => {
    try {
      return await call({ abortSignal: AbortSignal.timeout(callMsMax) })
    } catch (error) {
      throw new StorageAway(error)
    }
  }
  return {
    store: (name: string, Body: Uint8Array | string, ContentType: string) =>
      inTime(async (limit) => {
        await client.send(new PutObjectCommand({ ...at(name), Body, ContentType }), limit)
      }),
    read: (name: string) =>
      inTime(async (limit) => {
        const found = await client.send(new GetObjectCommand(at(name)), limit).catch(absent)
        // The SDK's own limit ends with the head of the answer.
        if (found?.Body) addAbortSignal(limit.abortSignal, found.Body as Readable)
        return found?.Body?.transformToByteArray()
      }),
    has: (name: string) =>
      inTime(async (limit) => {
        const found = await client.send(new HeadObjectCommand(at(name)), limit).catch(absent)
        return found !== undefined
      }),
    remove: (name: string) =>
      inTime(async (limit) => {
        await client.send(new DeleteObjectCommand(at(name)), limit)
      }),
    async *list(prefix: string) {
      try {
        const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folder + prefix })
        for await (const { Contents = [] } of pages) {
          for (const { Key = '', LastModified } of Contents)
            yield { name: Key.slice(folder.length), changedAt: LastModified }
        }
      } catch (error) {
        throw new StorageAway(error)
      }
    },
  }
}

type Limit = { abortSignal: AbortSignal }

function readAddress(
  address: string,
  tryMsMax: number,
): { bucket: string; folder: string; client: S3Client } {
  const { hostname, pathname, username, password, searchParams } = new URL(address)
  const endpoint = searchParams.get('endpoint')
  const path = pathname.replaceAll(/^\/+|\/+$/g, '')
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: tryMsMax,
      requestTimeout: tryMsMax,
      throwOnRequestTimeout: true,
      // For bodies of lists, which have no limit of their own.
      socketTimeout: tryMsMax,
    },
    // Servers that do not know the newer checksums would store corrupt files.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(username
      ? {
          credentials: {
            accessKeyId: decodeURIComponent(username),
            secretAccessKey: decodeURIComponent(password),
          },
        }
      : {}),
  })
  return { bucket: hostname, folder: path && `${path}/`, client }
}

function absent(error: unknown): undefined {
  if (error instanceof NoSuchKey || error instanceof NotFound) return undefined
  throw error
}

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
import { DELETION_NOTE, STORED_FILE, checkName, checkNote } from './files.ts'
import type { Files } from './files.ts'

const ATTEMPTS = 3
const REQUEST_MS_MAX = 15_000

/**
 * Pictures in an S3-compatible bucket: `s3://KEY:SECRET@BUCKET/FOLDER?region=…&endpoint=…`. Without KEY and SECRET the
 * SDK uses its default credentials; without an endpoint, Amazon's.
 */
export function filesInBucket(url: string): Files {
  const { bucket, folder, client } = readAddress(url)
  const at = (name: string) => ({ Bucket: bucket, Key: folder + name })
  const put = async (name: string, bytes: Uint8Array) => {
    checkName(name)
    const ContentType = name.endsWith('.avif') ? 'image/avif' : 'image/webp'
    await client.send(new PutObjectCommand({ ...at(name), Body: bytes, ContentType }))
  }
  return {
    put,
    async putFromDisk(files) {
      await Promise.all(files.map(async ({ name, path }) => put(name, await readFile(path))))
    },
    async read(name) {
      if (!STORED_FILE.test(name)) return undefined
      const found = await client.send(new GetObjectCommand(at(name))).catch(absent)
      return found?.Body?.transformToByteArray()
    },
    async has(name) {
      if (!STORED_FILE.test(name)) return false
      return (await client.send(new HeadObjectCommand(at(name))).catch(absent)) !== undefined
    },
    async *list() {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folder })
      for await (const { Contents: objects = [] } of pages) {
        for (const { Key, LastModified } of objects) {
          const name = Key?.slice(folder.length) ?? ''
          if (STORED_FILE.test(name) && LastModified) yield { name, changedAt: LastModified }
        }
      }
    },
    async remove(name) {
      checkName(name)
      await client.send(new DeleteObjectCommand(at(name)))
    },
    async readMarker(file) {
      const found = await client.send(new GetObjectCommand(at(file))).catch(absent)
      return found?.Body?.transformToString()
    },
    async writeMarker(text, file) {
      const ContentType = 'text/plain'
      await client.send(new PutObjectCommand({ ...at(file), Body: text, ContentType }))
    },
    async *listNotes() {
      const pages = paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: `${folder}deleted-` },
      )
      for await (const { Contents: objects = [] } of pages) {
        const names = objects.map(({ Key = '' }) => Key.slice(folder.length))
        yield* names.filter((name) => DELETION_NOTE.test(name))
      }
    },
    async writeNote(name) {
      checkNote(name)
      await client.send(new PutObjectCommand({ ...at(name), Body: '', ContentType: 'text/plain' }))
    },
    async removeNote(name) {
      checkNote(name)
      await client.send(new DeleteObjectCommand(at(name)))
    },
  }
}

function readAddress(address: string): { bucket: string; folder: string; client: S3Client } {
  const { hostname, pathname, username, password, searchParams } = new URL(address)
  const endpoint = searchParams.get('endpoint')
  const path = pathname.replaceAll(/^\/+|\/+$/g, '')
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    maxAttempts: ATTEMPTS,
    requestHandler: { requestTimeout: REQUEST_MS_MAX, connectionTimeout: 5_000 },
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

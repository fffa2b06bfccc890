import multipart from '@fastify/multipart'
import type { MultipartFile } from '@fastify/multipart'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { GALLERY_IMAGES_MAX, IMAGE_BYTES_MAX } from '#contract/product.ts'
import type { App } from '#server/http/app.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { HEAD_BYTES, isPicture } from './picture-kind.ts'

const FIELD_BYTES_MAX = 16 * 1024
const FIELDS_MAX = 30
const FILES_MAX = GALLERY_IMAGES_MAX + 10

export type UploadedFile = {
  /** The field it came in. */
  field: string
  /** What the person's device calls it. */
  name: string
  /** Where it lies while the form is looked at. */
  path: string
  bytes: number
}

/** Why reading stopped before the end: nothing behind it was looked at. */
export type UploadProblem = { file: UploadedFile; why: 'too_large' | 'too_many' | 'no_picture' }

export type UploadForm = {
  fields: Record<string, string>
  files: UploadedFile[]
  problem: UploadProblem | undefined
  /** SHA-256 of the files, so that a repeated form is known as the same (decision 40). */
  filesHash: string
}

type Names = Record<string, 'one' | 'many'>

/** Lets the calls added to `app` take forms with files; others keep refusing them. */
export async function acceptForms(app: App): Promise<void> {
  await app.register(multipart, {
    // Each is counted here, where a sentence can be said of it.
    throwFileSizeLimit: false,
    limits: {
      fieldSize: FIELD_BYTES_MAX,
      fields: FIELDS_MAX,
      files: FILES_MAX,
      parts: FIELDS_MAX + FILES_MAX,
      fileSize: IMAGE_BYTES_MAX + 1,
    },
  })
}

/**
 * Reads a form, its pictures streamed into files that are gone when `read` has ended. Stops at the first file that is too large,
 * too many or no picture; the rest of the request is let go unread. Refuses what is no form, and one that was cut off.
 */
export async function withUploadForm<Answer>(
  { config }: Context,
  request: FastifyRequest,
  names: Names,
  read: (form: UploadForm) => Promise<Answer>,
): Promise<Answer> {
  if (!request.isMultipart()) refuse('form_required')
  await mkdir(config.incomingDir, { recursive: true })
  const folder = await mkdtemp(join(config.incomingDir, 'form-'))
  try {
    return await read(await readForm(request, names, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readForm(request: FastifyRequest, names: Names, folder: string) {
  const form: UploadForm = { fields: {}, files: [], problem: undefined, filesHash: '' }
  const hash = createHash('sha256')
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated || typeof part.value !== 'string') refuse('form_unreadable')
        // A form carries every line's end as two characters, whatever was typed and counted.
        form.fields[part.fieldname] = part.value.replaceAll('\r\n', '\n')
        continue
      }
      if (!(part.fieldname in names)) {
        part.file.resume()
        continue
      }
      const path = join(folder, String(form.files.length))
      const file = { field: part.fieldname, name: part.filename, path, bytes: 0 }
      const why = isOneTooMany(form, file, names) ? 'too_many' : await receive(part, file, hash)
      // A browser sends an empty file for a field that was left empty.
      if (why === undefined && file.bytes === 0 && !file.name) continue
      form.files.push(file)
      if (why === undefined) continue
      form.problem = { file, why }
      part.file.destroy()
      break
    }
  } catch (error) {
    request.log.debug({ err: error }, 'a form could not be read')
    refuse('form_unreadable')
  } finally {
    // Who is still sending hears the answer only when somebody listens.
    request.raw.resume()
  }
  form.filesHash = hash.digest('base64url')
  return form
}

function isOneTooMany({ files }: UploadForm, { field }: UploadedFile, names: Names): boolean {
  const held = files.filter((file) => file.field === field).length
  return held >= (names[field] === 'one' ? 1 : GALLERY_IMAGES_MAX)
}

/** Writes a file as it comes; says why it stopped early. */
async function receive(
  part: MultipartFile,
  file: UploadedFile,
  hash: ReturnType<typeof createHash>,
): Promise<UploadProblem['why'] | undefined> {
  hash.update(`\n${file.field}\n`)
  const target = await open(file.path, 'wx')
  let head = Buffer.alloc(0)
  try {
    for await (const piece of part.file as AsyncIterable<Buffer<ArrayBuffer>>) {
      const wasShort = head.length < HEAD_BYTES
      if (wasShort) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES)])
      if (wasShort && head.length >= HEAD_BYTES && !isPicture(head)) return 'no_picture'
      file.bytes += piece.length
      if (file.bytes > IMAGE_BYTES_MAX) return 'too_large'
      hash.update(piece)
      await target.writeFile(piece)
      giveBack(piece)
    }
  } finally {
    await target.close()
  }
  const isEmpty = file.bytes === 0 && !file.name
  return isEmpty || isPicture(head) ? undefined : 'no_picture'
}

/**
 * Gives a piece's memory back at once. Left to the garbage collector, which counts what buffers hold, a few photos make it go through
 * the whole heap, and everybody waits meanwhile.
 */
function giveBack({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  const isAllThereIs = byteLength === buffer.byteLength
  if (isAllThereIs) buffer.transfer(0)
}

/** Removes what forms of an earlier process left behind: folders that have not changed since `before`. */
export async function deleteOldUploads({ config }: Context, before: Date): Promise<void> {
  const names = await readdir(config.incomingDir).catch(() => [])
  for (const name of names) {
    const folder = join(config.incomingDir, name)
    const { mtime } = await stat(folder)
    if (mtime < before) await rm(folder, { recursive: true, force: true })
  }
}

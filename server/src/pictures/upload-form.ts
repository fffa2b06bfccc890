import multipart from '@fastify/multipart'
import type { MultipartFile } from '@fastify/multipart'
import { createHash, hash } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { GALLERY_IMAGES_MAX, IMAGE_BYTES_MAX } from '#contract/market/profile-rules.ts'
import { withoutPlace } from '#server/http/limits/place.ts'
import type { App } from '#server/http/app.ts'
import { findSavedAnswer } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { consumeRateLimit, giveBackRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { ignoreError } from '#server/outside/files/ignore-error.ts'
import { isStorageFull } from '#server/outside/files/storage-full.ts'
import { runEach } from '#server/queue/run-batches.ts'
import type { Context } from '#server/context.ts'
import { HEAD_BYTES, isPicture } from './picture-kind.ts'

const FIELD_BYTES_MAX = 16 * 1024
const FIELDS_MAX = 30
const FILES_MAX = GALLERY_IMAGES_MAX + 10

export type UploadedFile = {
  /** The form field. */
  field: string
  /** The file name on the person's device. */
  name: string
  /** The path at which the file lies until the request ends. */
  path: string
  bytes: number
}

/** Why the reading stopped at a file. Nothing after it was read. */
export type UploadProblem = { file: UploadedFile; reason: 'too_large' | 'too_many' | 'no_picture' }

export type UploadForm = {
  fields: Record<string, string>
  files: UploadedFile[]
  problem: UploadProblem | undefined
  /** SHA-256 of the files: part of the request's hash for its idempotency key. */
  filesHash: string
}

type Names = Record<string, 'one' | 'many'>
type Accepted = { files: Names; fileBytesMax?: number }

/** Lets the calls added to `app` accept forms with files; all others refuse them. */
export async function acceptForms(app: App): Promise<void> {
  await app.register(multipart, {
    // `receive` counts the bytes itself, so that the refusal can name the file.
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

type FormCall = {
  actor: { id: string }
  request: FastifyRequest
  idempotency: Idempotency | undefined
}

/**
 * Runs `save`, or returns the saved answer of the same form with the same key. `content`: what makes forms the same.
 */
type SaveOnce = <Answer>(
  content: readonly unknown[],
  save: (idempotency: Idempotency | undefined) => Promise<Answer>,
) => Promise<Answer>

/**
 * Counts a form and calls `read` with it, as `withUploadForm` does. `saveOnce` says whether it repeats an earlier form,
 * which nobody knows before it has been read. Refuses also 'too_many_requests' and 'idempotency_key_reused'.
 * rule: photos, idempotency-key
 */
export async function answerForm<Answer>(
  context: Context,
  { multipart: accepted }: Endpoint,
  { actor, request, idempotency }: FormCall,
  read: (form: UploadForm, saveOnce: SaveOnce) => Promise<Answer>,
): Promise<Answer> {
  await consumeRateLimit(context, 'upload_by_user', actor.id)
  return withUploadForm(context, request, accepted!, (form) =>
    read(form, async (content, save) => {
      const ofForm = idempotencyOfForm(idempotency, form, content)
      const earlier = await answerToForm(context, actor.id, ofForm)
      return earlier ? (earlier.answer as Awaited<ReturnType<typeof save>>) : save(ofForm)
    }),
  )
}

/**
 * Streams a form's pictures into files, calls `read` with them, and deletes them afterwards. Stops at the first file
 * that is too large, one too many or no picture, and discards the rest. Refuses 'form_required' and 'form_unreadable'.
 * rule: photos
 */
export async function withUploadForm<Answer>(
  { config }: Context,
  request: FastifyRequest,
  accepted: Accepted,
  read: (form: UploadForm) => Promise<Answer>,
): Promise<Answer> {
  if (!request.isMultipart()) refuse('form_required')
  await mkdir(config.incomingDir, { recursive: true })
  const folder = await mkdtemp(join(config.incomingDir, 'form-'))
  try {
    return await read(await withoutPlace(() => readForm(request, accepted, folder)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The body of a form is a stream, so its hash is known only after the form has been read. */
function idempotencyOfForm(
  idempotency: Idempotency | undefined,
  { filesHash }: UploadForm,
  content: readonly unknown[],
): Idempotency | undefined {
  if (!idempotency) return undefined
  const bodyHash = hash('sha256', JSON.stringify([...content, filesHash]), 'buffer')
  return { ...idempotency, bodyHash }
}

/** A form that was sent before has a limit of its own, and does not count as an upload. */
async function answerToForm(
  context: Context,
  userId: string,
  ofForm: Idempotency | undefined,
): Promise<{ answer: unknown } | undefined> {
  const earlier = ofForm && (await findSavedAnswer(context.db, ofForm))
  if (!earlier) return undefined
  await consumeRateLimit(context, 'upload_again_by_user', userId)
  await giveBackRateLimit(context, 'upload_by_user', userId)
  return earlier
}

async function readForm(
  request: FastifyRequest,
  { files: names, fileBytesMax = IMAGE_BYTES_MAX }: Accepted,
  folder: string,
) {
  const form: UploadForm = { fields: {}, files: [], problem: undefined, filesHash: '' }
  const hashed = createHash('sha256')
  try {
    for await (const part of request.parts({ limits: { fileSize: fileBytesMax + 1 } })) {
      if (part.type === 'field') {
        if (typeof part.value !== 'string') refuse('form_unreadable')
        // A text that was cut off is still longer than any field allows, so its own check refuses it.
        // A form sends each line end as two characters; the length limits count one.
        form.fields[part.fieldname] = part.value.replaceAll('\r\n', '\n')
        continue
      }
      if (!(part.fieldname in names)) {
        part.file.resume()
        continue
      }
      const path = join(folder, String(form.files.length))
      const file = { field: part.fieldname, name: part.filename, path, bytes: 0 }
      const reason = exceedsFileLimit(form, file, names)
        ? 'too_many'
        : await receive(part, file, hashed, fileBytesMax)
      // A browser sends an empty file for an empty file field.
      if (reason === undefined && file.bytes === 0 && !file.name) continue
      form.files.push(file)
      if (reason === undefined) continue
      form.problem = { file, reason }
      part.file.destroy()
      break
    }
  } catch (error) {
    if (isStorageFull(error)) throw error
    request.log.debug({ err: error }, 'unreadable form')
    refuse('form_unreadable')
  } finally {
    // The browser reads the answer only after it could send everything.
    request.raw.resume()
  }
  form.filesHash = hashed.digest('base64url')
  return form
}

function exceedsFileLimit({ files }: UploadForm, { field }: UploadedFile, names: Names): boolean {
  const count = files.filter((file) => file.field === field).length
  return count >= (names[field] === 'one' ? 1 : GALLERY_IMAGES_MAX)
}

/** Writes a file while it arrives. Returns why it stopped early, if it did. */
async function receive(
  part: MultipartFile,
  file: UploadedFile,
  hashed: ReturnType<typeof createHash>,
  bytesMax: number,
): Promise<UploadProblem['reason'] | undefined> {
  hashed.update(`\n${file.field}\n`)
  const target = await open(file.path, 'wx')
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer<ArrayBuffer>>) {
      const wasIncomplete = head.length < HEAD_BYTES
      if (wasIncomplete) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
      if (wasIncomplete && head.length >= HEAD_BYTES && !isPicture(head)) return 'no_picture'
      file.bytes += chunk.length
      if (file.bytes > bytesMax) return 'too_large'
      hashed.update(chunk)
      await target.writeFile(chunk)
      releaseMemory(chunk)
    }
  } finally {
    await target.close()
  }
  const isEmpty = file.bytes === 0 && !file.name
  return isEmpty || isPicture(head) ? undefined : 'no_picture'
}

/**
 * Frees the memory of a chunk at once. Otherwise a few photos make the garbage collector run over the complete heap, up
 * to 40 ms each time.
 */
function releaseMemory({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  const ownsBuffer = byteLength === buffer.byteLength
  if (ownsBuffer) buffer.transfer(0)
}

/**
 * Deletes the upload folders that a crashed process left: those unchanged since `before`. rule: picture-storage-owner
 */
export async function deleteOldUploads({ config, log }: Context, before: Date): Promise<void> {
  const names = await readdir(config.incomingDir).catch(() => [])
  await runEach(log, names, {
    keyOf: (name) => name,
    async work(name) {
      const folder = join(config.incomingDir, name)
      // An upload that ends meanwhile removes its folder itself.
      const found = await stat(folder).catch(ignoreError('ENOENT'))
      if (found && found.mtime < before) await rm(folder, { recursive: true, force: true })
    },
    failed: 'the folder of an upload has to wait',
  })
}

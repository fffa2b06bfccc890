import multipart from '@fastify/multipart'
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { CALENDAR_BYTES_MAX } from '#contract/calendar/time-rules.ts'
import type { App } from '#server/http/app.ts'
import { refuse } from '#server/http/calls/refusal.ts'

export type CalendarForm = {
  fields: Record<string, string>
  /** Undefined if the form has no file. */
  file: Buffer<ArrayBuffer> | undefined
  /** SHA-256 of the form: part of the request's hash for its idempotency key. */
  hash: Buffer
}

/** Lets the calls added to `app` accept a form with one calendar. */
export async function acceptCalendarForms(app: App): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fieldSize: 1024,
      fields: 5,
      files: 2,
      parts: 7,
      fileSize: CALENDAR_BYTES_MAX + 1,
    },
  })
}

/** Reads the form. Refuses form_required, form_unreadable and calendar_too_large. rule: busy-times */
export async function readCalendarForm(request: FastifyRequest): Promise<CalendarForm> {
  if (!request.isMultipart()) refuse('form_required')
  const fields: Record<string, string> = {}
  let file: Buffer<ArrayBuffer> | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (typeof part.value !== 'string') refuse('form_unreadable')
        fields[part.fieldname] = part.value
      } else if (part.fieldname === 'file' && file === undefined) {
        const chunks: Buffer[] = []
        for await (const chunk of part.file as AsyncIterable<Buffer>) chunks.push(chunk)
        file = Buffer.concat(chunks)
      } else part.file.resume()
    }
  } catch (error) {
    request.log.debug({ err: error }, 'unreadable form')
    refuse('form_unreadable')
  } finally {
    // The browser reads the answer only after it could send everything.
    request.raw.resume()
  }
  if (file && file.length > CALENDAR_BYTES_MAX) refuse('calendar_too_large')
  const content = file ? hash('sha256', file, 'hex') : ''
  return { fields, file, hash: hash('sha256', JSON.stringify([fields, content]), 'buffer') }
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const picture = {
  method: 'GET',
  caller: { role: 'anyone' },
  params: z.object({ file: z.string().max(64) }),
  answer: z.string(),
  answerType: 'image/webp',
  refusals: ['image_not_found'],
} as const

/** rule: photos */
export const uploadedPicture = endpoint({
  ...picture,
  path: '/api/uploads/{file}',
  summary: 'A picture of a professional. The file name includes its width',
})

/** Serves Lustra's own files only; nothing is fetched from elsewhere. rule: photos */
export const proxiedPicture = endpoint({
  ...picture,
  path: '/api/image-proxy/{file}',
  summary: 'The same picture at a second path',
})

/** Redirects to /api/uploads/{file}. rule: photos */
export const movedPicture = endpoint({
  ...picture,
  path: '/uploads/{file}',
  summary: 'Permanent redirect from the older path of a picture',
})

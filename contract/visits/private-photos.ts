import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/**
 * A photo that only some people see. The smaller sizes have file names that end with '-240.webp' and '-640.webp'.
 * Refuses 'image_not_found' for everybody who may not see it now. rule: home-photos, visit-photos, problems
 */
export const privatePhoto = endpoint({
  method: 'GET',
  path: '/api/private-photos/{file}',
  summary: 'A photo of a home, of a visit or of a problem',
  caller: { role: 'user' },
  whileSuspended: 'visits',
  params: z.object({ file: z.string().max(80) }),
  answer: z.string(),
  answerType: 'image/webp',
  refusals: ['image_not_found'],
})

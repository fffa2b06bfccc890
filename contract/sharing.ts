import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Client spec 2.1, 7. */
export const robots = endpoint({
  method: 'GET',
  path: '/api/robots.txt',
  feature: 'sharing',
  summary: 'What crawlers may read',
  caller: { role: 'anyone' },
  answer: z.string(),
  answerType: 'text/plain',
  refusals: [],
})

/** Client spec 2.1, 7; decision 19: listed professionals' addresses, no ids. */
export const sitemap = endpoint({
  method: 'GET',
  path: '/api/sitemap.xml',
  feature: 'sharing',
  summary: 'The public pages',
  caller: { role: 'anyone' },
  answer: z.string(),
  answerType: 'application/xml',
  refusals: [],
})

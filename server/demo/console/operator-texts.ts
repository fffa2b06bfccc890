import type { SupportTopic } from '#contract/talk/support-rules.ts'

/** Reports of clients and professionals about each other. */
export const REPORTS = [
  {
    position: 2,
    by: 'client',
    about: 'person',
    reason_code: 'payment',
    reason: 'They keep asking me to pay outside of what we agreed, and call late in the evening.',
    hours_ago: 30,
  },
  {
    position: 3,
    by: 'professional',
    about: 'person',
    reason_code: 'harassment',
    reason: 'Este cliente me escribe groserías desde que le dije que no puedo ir los domingos.',
    hours_ago: 9,
  },
  {
    position: 4,
    by: 'professional',
    about: 'review',
    reason_code: 'personal_data',
    reason: 'The review names my street and when I am not at home.',
    hours_ago: 6,
  },
  {
    position: 5,
    by: 'professional',
    about: 'review',
    reason_code: 'wrong_professional',
    reason: 'Essa avaliação fala de uma cozinha com ilha. Nunca limpei uma cozinha assim.',
    hours_ago: 2,
  },
] as const

type Message = { topic: SupportTopic; text: string; name: string; email: string; hoursAgo: number }

/** The first two are of clients. */
export const MESSAGES: readonly Message[] = [
  {
    topic: 'booking',
    text: 'My professional is ill, and I moved the visit twice by now. Can the price of the first date stay?',
    name: '',
    email: '',
    hoursAgo: 50,
  },
  {
    topic: 'account',
    text: 'No recibo los avisos en el teléfono desde que cambié de número. ¿Qué puedo hacer?',
    name: '',
    email: '',
    hoursAgo: 26,
  },
  {
    topic: 'payment',
    text: 'I was charged for a month although I cancelled the day before. The receipt says L-12.',
    name: 'Devon Marsh',
    email: 'devon.marsh@demo.lustra.example',
    hoursAgo: 20,
  },
  {
    topic: 'verification',
    text: 'Tenho passaporte brasileiro e ITIN, sem número do Social Security. Como faço a verificação?',
    name: 'Rita Campos',
    email: 'rita.campos@demo.lustra.example',
    hoursAgo: 7,
  },
  {
    topic: 'privacy',
    text: 'Please tell me which data you have about me. I never opened an account, but got a letter.',
    name: 'Harper Quinn',
    email: 'harper.quinn@demo.lustra.example',
    hoursAgo: 1,
  },
]

/** Reviews of people who know each other. */
export const RING = [
  { title: 'Best ever!!', comment: 'Best cleaner in town, fast and cheap, call today!' },
  { title: 'The best', comment: 'Best cleaner in town. Fast and cheap. Call today.' },
  { title: 'Best in town', comment: 'Fast and cheap, the best cleaner in town. Call!' },
  { title: 'Call today', comment: 'The best cleaner in town, so fast and so cheap!' },
] as const

/** A review that an operator hid, what its writer reads, and their appeal. */
export const HIDDEN_REVIEW = {
  title: 'Knows every corner by now',
  comment: 'Spotless. Ask my neighbors at 12 Elm Street too, they are never at home before six.',
  text: 'Your review says where other people live and when they are away. Without that it can be shown.',
  appeal:
    'My neighbors asked me to name them, because they are as happy as I am. Please show it again.',
} as const

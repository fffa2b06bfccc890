import {
  inTurn,
  offline,
  openDialog,
  openThread,
  press,
  threadWith,
  untilSaid,
  untilTold,
} from './acts.ts'
import { lineDown, neverAnswered } from './answers.ts'
import {
  sendInVain,
  withLongThread,
  withManyConversations,
  withoutGrace,
  writeMessage,
} from './long-threads.ts'
import { asNewClient, grace, lucia, maya } from './people.ts'
import type { GalleryScreen } from './screen.ts'

const CONVERSATIONS = '**/api/chat/conversations/**'
const THREAD = '**/api/chat/messages/**'

/** The conversations of clients and of professionals. */
export const messageScreens: readonly GalleryScreen[] = [
  { name: 'messages', as: maya, path: '/messages' },
  {
    name: 'messages, long words',
    as: maya,
    path: threadWith('grace-walker'),
    given: withLongThread,
  },
  { name: 'messages, list', as: maya, path: '/messages', given: withManyConversations },
  {
    name: 'messages, refused',
    as: maya,
    path: threadWith('grace-walker'),
    once: sendInVain,
  },
  {
    name: 'messages, gone',
    as: maya,
    path: threadWith('grace-walker'),
    given: withoutGrace,
  },
  { name: 'messages, of a professional', as: grace, path: '/messages', once: openThread('') },
  { name: 'messages, none', as: asNewClient, path: '/messages' },
  {
    name: 'messages, loading',
    as: maya,
    path: '/messages',
    given: neverAnswered(CONVERSATIONS),
  },
  {
    name: 'messages, line down',
    as: maya,
    path: '/messages',
    given: lineDown(CONVERSATIONS),
    once: untilTold,
  },
  { name: 'messages, offline', as: maya, path: '/messages', once: offline },
  { name: 'messages, thread', as: maya, path: threadWith('grace-walker') },
  {
    name: 'messages, thread line down',
    as: maya,
    path: threadWith('grace-walker'),
    given: lineDown(THREAD),
    once: untilSaid('loading:try_again'),
  },
  {
    name: 'messages, written offline',
    as: maya,
    path: threadWith('grace-walker'),
    once: inTurn(offline, writeMessage),
  },
  {
    name: 'messages, thread loading',
    as: maya,
    path: threadWith('grace-walker'),
    given: neverAnswered(THREAD),
  },
  {
    name: 'messages, reporting',
    as: maya,
    path: threadWith('grace-walker'),
    once: inTurn(press('messaging:more'), openDialog('messaging:report.open')),
  },
  {
    name: 'messages, blocking',
    as: maya,
    path: threadWith('grace-walker'),
    once: inTurn(press('messaging:more'), openDialog('messaging:block.open')),
  },
  {
    name: 'messages, locked lead',
    as: lucia,
    path: '/messages',
    once: openThread(':has(.text-amber)'),
  },
]

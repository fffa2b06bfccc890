import {
  inSequence,
  goOffline,
  openDialog,
  openThread,
  press,
  threadPathOf,
  waitForText,
  waitForPageMessage,
} from './actions.ts'
import { failRequests, keepRequestsPending } from './mock-answers.ts'
import {
  sendRefusedMessage,
  withLongThread,
  withManyConversations,
  withDeletedParty,
  writeMessage,
} from './long-threads.ts'
import { asNewClient, grace, lucia, maya } from './people.ts'
import type { ScreenState } from './screen.ts'

const CONVERSATIONS = '**/api/chat/conversations/**'
const THREAD = '**/api/chat/messages/**'

/** Conversations of clients and professionals. */
export const messageScreens: readonly ScreenState[] = [
  { name: 'messages', signIn: maya, path: '/messages' },
  {
    name: 'messages, long texts',
    signIn: maya,
    path: threadPathOf('grace-walker'),
    beforeOpen: withLongThread,
  },
  { name: 'messages, list', signIn: maya, path: '/messages', beforeOpen: withManyConversations },
  {
    name: 'messages, refused',
    signIn: maya,
    path: threadPathOf('grace-walker'),
    afterOpen: sendRefusedMessage,
  },
  {
    name: 'messages, deleted account',
    signIn: maya,
    path: threadPathOf('grace-walker'),
    beforeOpen: withDeletedParty,
  },
  {
    name: 'messages, of a professional',
    signIn: grace,
    path: '/messages',
    afterOpen: openThread(''),
  },
  { name: 'messages, none', signIn: asNewClient, path: '/messages' },
  {
    name: 'messages, loading',
    signIn: maya,
    path: '/messages',
    beforeOpen: keepRequestsPending(CONVERSATIONS),
  },
  {
    name: 'messages, request failed',
    signIn: maya,
    path: '/messages',
    beforeOpen: failRequests(CONVERSATIONS),
    afterOpen: waitForPageMessage,
  },
  { name: 'messages, offline', signIn: maya, path: '/messages', afterOpen: goOffline },
  { name: 'messages, thread', signIn: maya, path: threadPathOf('grace-walker') },
  {
    name: 'messages, thread request failed',
    signIn: maya,
    path: threadPathOf('grace-walker'),
    beforeOpen: failRequests(THREAD),
    afterOpen: waitForText('loading:try_again'),
  },
  {
    name: 'messages, written offline',
    signIn: maya,
    path: threadPathOf('grace-walker'),
    afterOpen: inSequence(goOffline, writeMessage),
  },
  {
    name: 'messages, thread loading',
    signIn: maya,
    path: threadPathOf('grace-walker'),
    beforeOpen: keepRequestsPending(THREAD),
  },
  {
    name: 'messages, reporting',
    signIn: maya,
    path: threadPathOf('grace-walker'),
    afterOpen: inSequence(press('messaging:more'), openDialog('messaging:report.open')),
  },
  {
    name: 'messages, blocking',
    signIn: maya,
    path: threadPathOf('grace-walker'),
    afterOpen: inSequence(press('messaging:more'), openDialog('messaging:block.open')),
  },
  {
    name: 'messages, locked lead',
    signIn: lucia,
    path: '/messages',
    afterOpen: openThread(':has(.text-amber)'),
  },
]

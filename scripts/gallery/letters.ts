import { untilTold } from './acts.ts'
import { lineDown, neverAnswered } from './answers.ts'
import { pressFirstButton, withLetters, withRequest } from './linked.ts'
import type { GalleryScreen } from './screen.ts'

const REQUEST = '**/api/answer-links/*'
const LETTERS = '**/api/unsubscribe/*'

/** Where the links in letters lead. */
export const letterScreens: readonly GalleryScreen[] = [
  { name: 'answer-request', path: '/answer/example', given: withRequest },
  {
    name: 'answer-request, declining',
    path: '/answer/example?answer=declined',
    given: withRequest,
  },
  {
    name: 'answer-request, answered',
    path: '/answer/example',
    given: withRequest,
    once: pressFirstButton,
  },
  { name: 'answer-request, loading', path: '/answer/example', given: neverAnswered(REQUEST) },
  {
    name: 'answer-request, line down',
    path: '/answer/example',
    given: lineDown(REQUEST),
    once: untilTold,
  },
  { name: 'answer-request, over', path: '/answer/example', once: untilTold },
  { name: 'unsubscribe', path: '/unsubscribe/example', given: withLetters },
  {
    name: 'unsubscribe, done',
    path: '/unsubscribe/example',
    given: withLetters,
    once: pressFirstButton,
  },
  { name: 'unsubscribe, loading', path: '/unsubscribe/example', given: neverAnswered(LETTERS) },
  {
    name: 'unsubscribe, line down',
    path: '/unsubscribe/example',
    given: lineDown(LETTERS),
    once: untilTold,
  },
  { name: 'unsubscribe, unknown', path: '/unsubscribe/example', once: untilTold },
]

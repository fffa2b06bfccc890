import { inTurn, sendAndWait, sendForm, write } from './acts.ts'
import { lineDown } from './answers.ts'
import type { GalleryScreen } from './screen.ts'

/** Registration, login and password reset. */
export const enteringScreens: readonly GalleryScreen[] = [
  { name: 'register', path: '/register' },
  { name: 'register, incomplete', path: '/register?role=professional', once: sendForm() },
  { name: 'login', path: '/login' },
  { name: 'login, incomplete', path: '/login', once: sendForm() },
  {
    name: 'login, refused',
    path: '/login',
    once: inTurn(
      write('[type=email]', 'maya.thompson@demo.lustra.example'),
      write('[type=password]', 'something else'),
      sendForm(),
    ),
  },
  {
    name: 'login, line down',
    path: '/login',
    given: lineDown('**/api/login'),
    once: inTurn(
      write('[type=email]', 'maya.thompson@demo.lustra.example'),
      write('[type=password]', 'something else'),
      sendForm(),
    ),
  },
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password, sent',
    path: '/forgot-password',
    once: inTurn(write('[type=email]', 'nobody@example.com'), sendAndWait),
  },
  { name: 'reset-password', path: '/reset-password/example' },
  {
    name: 'reset-password, no match',
    path: '/reset-password/example',
    once: inTurn(
      write('[name=password]', 'polished floors 7'),
      write('[name=confirmation]', 'polished floors 8'),
      sendForm(),
    ),
  },
]

import { SECOND_FACTORS } from '#contract/people/factors.ts'
import {
  inSequence,
  press,
  sendAndWait,
  sendForm,
  waitForPageMessage,
  waitForText,
  write,
} from './actions.ts'
import { answerCalls, failRequests } from './mock-answers.ts'
import type { ScreenState } from './screen.ts'

/** Registration, login and password reset. */
export const signInScreens: readonly ScreenState[] = [
  { name: 'register', path: '/register' },
  { name: 'register, incomplete', path: '/register?role=professional', afterOpen: sendForm() },
  { name: 'login', path: '/login' },
  { name: 'login, incomplete', path: '/login', afterOpen: sendForm() },
  {
    name: 'login, refused',
    path: '/login',
    afterOpen: inSequence(
      write('[type=email]', 'maya.thompson@demo.lustra.example'),
      write('[type=password]', 'something else'),
      sendForm(),
    ),
  },
  {
    name: 'login, request failed',
    path: '/login',
    beforeOpen: failRequests('**/api/login'),
    afterOpen: inSequence(
      write('[type=email]', 'maya.thompson@demo.lustra.example'),
      write('[type=password]', 'something else'),
      sendForm(),
    ),
  },
  ...(['passkey', 'totp', 'recovery_code'] as const).map((method) => ({
    name: `login, one more step, ${method}`,
    path: '/login',
    beforeOpen: answerCalls('**/api/login', {
      status: 401,
      json: {
        code: 'second_factor_required',
        detail: 'Please confirm with your passkey or a code.',
        second_factor: {
          attempt: 'example',
          methods: [method, ...SECOND_FACTORS.filter((other) => other !== method)],
          passkey_options: {},
          expires_at: '2026-12-01T12:00:00.000Z',
        },
      },
    }),
    afterOpen: inSequence(
      write('[type=email]', 'maya.thompson@demo.lustra.example'),
      write('[type=password]', 'something else'),
      // The header has a link of the same name.
      (page) => page.locator('main [type=submit]').click(),
      waitForText('security:one_more_step'),
    ),
  })),
  { name: 'not-me, keep factors', path: '/not-me#token=keep-example' },
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password, sent',
    path: '/forgot-password',
    afterOpen: inSequence(write('[type=email]', 'nobody@example.com'), sendAndWait),
  },
  { name: 'not-me', path: '/not-me#token=example' },
  {
    name: 'not-me, expired',
    path: '/not-me#token=example',
    afterOpen: inSequence(press('identity:not_me.submit'), waitForPageMessage),
  },
  {
    name: 'verify-email, expired',
    path: '/verify-email#token=example',
    afterOpen: waitForPageMessage,
  },
  { name: 'reset-password', path: '/reset-password#token=example&email=maya%40example.com' },
  { name: 'reset-password, incomplete link', path: '/reset-password' },
  {
    name: 'reset-password, no match',
    path: '/reset-password#token=example&email=maya%40example.com',
    afterOpen: inSequence(
      write('[name=password]', 'polished floors 7'),
      write('[name=confirmation]', 'polished floors 8'),
      sendForm(),
    ),
  },
]

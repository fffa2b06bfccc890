// rule: notice-kinds
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/product.ts'
import type { Role } from '#contract/product.ts'
import { NOW } from '#server/test/builders/booking.ts'
import type { Notice, NoticeKind } from './notice.ts'
import { composeNotice } from './notice-topics.ts'

const BOTH: readonly Role[] = ['client', 'professional']

/** Every kind with the roles that can receive it. The type requires all kinds, and no others. */
const KINDS: Record<NoticeKind, readonly Role[]> = {
  'booking.requested': ['professional'],
  'booking.accepted': ['client'],
  'booking.instant': ['professional'],
  'booking.declined': ['client'],
  'booking.cancelled': BOTH,
  'booking.expired': BOTH,
  'booking.completed': BOTH,
  'booking.proposed': BOTH,
  'booking.moved': BOTH,
  'booking.proposal_declined': BOTH,
  'booking.proposal_expired': BOTH,
  'booking.absence': ['client'],
  'booking.calendar_failed': ['professional'],
  'booking.series_started': BOTH,
  'booking.series_changed': BOTH,
  'booking.series_ended': BOTH,
  'booking.series_proposed': BOTH,
  'booking.visit_skipped': BOTH,
  'booking.visit_conflict': BOTH,
  'reminder.day': BOTH,
  'reminder.hours': BOTH,
  'reminder.series': ['client'],
  'visit.on_my_way': ['client'],
  'visit.arrived': ['client'],
  'visit.started': ['client'],
  'visit.finished': ['client'],
  'visit.access_viewed': ['client'],
  'visit.access_ended': ['professional'],
  'visit.access_unused': ['client'],
  'visit.problem_opened': BOTH,
  'visit.problem_answered': BOTH,
  'visit.problem_disputed': BOTH,
  'visit.problem_closed': BOTH,
  'visit.agreement': BOTH,
  'visit.change_asked': BOTH,
  'visit.change_answered': BOTH,
  'visit.pair_asked': ['client'],
  'visit.safety_soon': ['professional'],
  'visit.safety_stopped': ['professional'],
  'visit.hours_settled': BOTH,
  'message.first': BOTH,
  'message.unanswered': BOTH,
  'money.receipt': ['professional'],
  'money.renewal': ['professional'],
  'money.payment_failed': ['professional'],
  'money.cancelled': ['professional'],
  'money.lapsed': ['professional'],
  'money.refund': ['professional'],
  'money.lead_received': ['professional'],
  'money.lead_returned': ['professional'],
  'verification.approved': ['professional'],
  'verification.rejected': ['professional'],
  'review.ask': ['client'],
  'review.reminder': ['client'],
  'review.received': ['professional'],
  'account.report_closed': BOTH,
  'account.decision': BOTH,
  'account.appeal': BOTH,
}

const noticeOf = (kind: NoticeKind): Notice => ({
  id: '1',
  user_id: 'reader',
  kind,
  data: { count: 2, amount_cents: 1990, date: '2026-12-20T16:00:00.000Z' },
  at: new Date('2026-11-20T16:00:00Z'),
  read_at: null,
  emailed_at: null,
  pushed_at: null,
  other_id: 'other',
  other_name: 'Grace Walker',
  asks_agreement: true,
  booking: {
    id: 'booking',
    series_id: null,
    service_type: 'standard',
    starts_at: new Date('2026-12-01T15:00:00Z'),
    time_zone: 'America/Chicago',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    estimated_hours: 2,
    total_cents: 13_000,
    lines: [],
    status: 'accepted',
    expires_at: new Date('2026-11-23T16:00:00Z'),
    reason: null,
    reason_code: null,
    hours_until: null,
  },
})

test.each(Object.entries(KINDS))(
  '%s has a text in each language for the roles that receive it, and for no other',
  (kind, roles) => {
    for (const language of LANGUAGES) {
      const textFor = (role: Role) =>
        composeNotice(noticeOf(kind as NoticeKind), { role, language }, NOW)
      for (const role of roles)
        expect(textFor(role)).toMatchObject({
          title: expect.stringMatching(/\w/),
          sentence: expect.stringMatching(/\w/),
        })
      for (const role of BOTH.filter((other) => !roles.includes(other)))
        expect(textFor(role)).toBeUndefined()
    }
  },
)

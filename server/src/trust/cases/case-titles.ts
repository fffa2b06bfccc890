import type { CaseTitleCode } from '#contract/trust/case-rules.ts'

export type TitleParams = Readonly<Record<string, string | number>>

/** A case's title in English, for the command line and for programs. Screens have their own texts. rule: case-screen */
export function titleText(code: CaseTitleCode, params: TitleParams): string {
  return TITLES[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}

const TITLES: Record<CaseTitleCode, string> = {
  check_waits: 'Check waits for a decision: {kind}',
  notice_disputed: 'Disputed notice before a rejection: {kind}',
  report: 'Report of a {subject}',
  report_because: 'Report of a {subject}: {reason}',
  many_contacts: 'Many new contacts of one professional from new accounts or one network',
  problem_disputed: 'Disputed problem with a visit: {kind}',
  reviews_of_one_source: 'Three reviews of one professional from one network or device',
  own_review: "A review from the professional's own device",
  reviews_without_visits: 'Five reviews in a week by a client without visits',
  many_reviews: 'Five times as many reviews as in an average week',
  duplicate: 'Two accounts with one device and one phone or email',
  suspended_device: 'An account opened on the device of a suspended person',
  refund_waits: 'Refund waiting for a second operator',
  credits_wait: '{amount} credits waiting for a second operator',
  refund_failed: 'Refund failed: {payment}',
  job_failed: 'Job failed: {name}',
  support_message: 'Message: {topic}',
  appeal: 'Appeal against: {action}',
  was_needed: 'Was this needed?',
}

import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DEFAULT_EMPLOYEES, DEFAULT_YEARS_OF_EXPERIENCE } from '#contract/market/profile-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { CheckIcon } from '#web/ui/pictures/icons.tsx'
import { CircleIcon } from '#web/ui/pictures/icons-public.tsx'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'
import { AnswerTime } from './answer-time.tsx'
import { LazyPart } from './lazy-part.tsx'

/** The facts in short. rule: profile-content */
export function Overview({ professional }: Pick<Profile, 'professional'>) {
  const { t } = useTranslation(['professionals', 'public_profile'])
  const format = useFormat()
  const verified = professional.background_check_status === 'approved'
  const check = professional.background_check
  return (
    <section aria-labelledby="overview" className="card flex flex-col gap-2 p-4 md:gap-3 md:p-5">
      <h2 id="overview" className="text-xl">
        {t('public_profile:overview')}
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-x-3 gap-y-2 md:grid-cols-1">
        <Fact term={t('public_profile:hires')}>{format.number(professional.total_reviews)}</Fact>
        <Fact term={t('public_profile:employees')}>
          {professional.employees_count || DEFAULT_EMPLOYEES}
        </Fact>
        <Fact term={t('public_profile:years')}>
          {professional.years_experience || DEFAULT_YEARS_OF_EXPERIENCE}
        </Fact>
        {URL.canParse(professional.social_media_url) && (
          <Fact term={t('public_profile:social')}>
            <a
              href={professional.social_media_url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="inline-flex min-h-11 items-center break-all text-action underline decoration-1 underline-offset-4"
            >
              {new URL(professional.social_media_url).hostname.replace('www.', '')}
            </a>
          </Fact>
        )}
      </dl>
      <p className="min-h-6">
        <LazyPart part="reliability" professional={professional} />
      </p>
      <AnswerTime professional={professional} />
      <details>
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2.5 [&::-webkit-details-marker]:hidden">
          {verified ? (
            <CheckIcon className="size-5 shrink-0 text-action" />
          ) : (
            <CircleIcon className="size-5 shrink-0 text-soft" />
          )}
          <span className="font-medium text-action">{t('public_profile:background_check')}</span>
        </summary>
        <div className="pl-7.5">
          {check && (
            <p className="text-sm">
              {t(
                check.simulated ? 'public_profile:badge.simulated' : 'public_profile:badge.checked',
                {
                  date: format.date(check.checked_at, 'UTC'),
                },
              )}
            </p>
          )}
          <p className="text-sm text-soft">
            {t(verified ? 'public_profile:checked_help' : 'public_profile:not_checked_help')}
          </p>
          {professional.badges && <LazyPart part="badge" professional={professional} />}
        </div>
      </details>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-x-4 border-b border-line pb-2 max-md:flex-col">
      <dt className="text-soft max-md:text-sm">{term}</dt>
      <dd className="tabular font-semibold md:text-right">{children}</dd>
    </div>
  )
}

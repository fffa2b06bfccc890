import { Link } from '#web/ui/link.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Case } from './cases.api.ts'

type Person = NonNullable<Case['person']>

/** A name that leads to the person's page. */
export function PersonLink({ person }: { person: Person }) {
  const { t } = useTranslation('console_cases')
  return (
    <>
      <ConsoleLink href={`/people/${person.id}`}>{person.name}</ConsoleLink>{' '}
      <span className="text-soft">({t(`roles.${person.role}`)})</span>
    </>
  )
}

export function ConsoleLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="font-medium text-action underline underline-offset-4">
      {children}
    </Link>
  )
}

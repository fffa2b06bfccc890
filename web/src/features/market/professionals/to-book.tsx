import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Chip } from '#web/ui/chip.tsx'
import { profileByIdQuery } from './professionals.api.ts'
import { choiceIn } from './visit-choice.ts'

/** Says what an account is about to book: 'To book Grace, Tue, Dec 1, 8:00 AM'. rule: profile-times */
export function ToBook({ userId, search }: { userId: string; search: URLSearchParams }) {
  const { t } = useTranslation('identity')
  const format = useFormat()
  const { data } = useQuery(profileByIdQuery(useApi(), userId))
  if (!data) return null
  const { professional } = data
  const { first_name: name } = professional.user_details
  const choice = choiceIn(professional, search)
  const when = choice && format.visit(`${choice.date}T${choice.time}:00Z`, 'UTC')
  return (
    <p className="font-medium wrap-anywhere">
      <Chip>
        {when ? t('register.to_book_at', { name, when }) : t('register.to_book', { name })}
      </Chip>
    </p>
  )
}

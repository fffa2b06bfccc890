import { useTranslation } from '#web/i18n/use-translation.ts'
import { CheckField } from '#web/ui/forms/check-field.tsx'

/** Ticked from the start: whoever changes factors may fear somebody else. rule: second-factor */
export function SignOutOthers(props: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation('security')
  return <CheckField label={t('sign_out_others')} {...props} />
}

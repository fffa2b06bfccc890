import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { COPY_CONFIRMATION_MS } from '#contract/loading-rules.ts'
import { Button } from '../button.tsx'
import { TextField } from './field.tsx'
import { CheckIcon } from '../pictures/icons.tsx'
import { toast } from '../states/toast-store.ts'

/** An address with a button that copies it. The button confirms for 2 s. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('fields')
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), COPY_CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied((times) => times + 1)
    } catch {
      field.current?.select()
      toast.problem(t('copy.failed'))
    }
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        ref={field}
        label={label}
        value={value}
        readOnly
        className="min-w-0 grow basis-60"
        onFocus={(event) => event.target.select()}
      />
      <Button look="quiet" className="min-w-32 max-sm:w-full" onClick={() => void copy()}>
        {copied > 0 && <CheckIcon />}
        {copied > 0 ? t('copy.copied') : t('copy.copy')}
      </Button>
      <span className="sr-only" role="status">
        {copied > 0 && t('copy.copied')}
      </span>
    </div>
  )
}

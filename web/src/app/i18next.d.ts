import 'i18next'
import type { Words } from './i18n.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    resources: Words
  }
}

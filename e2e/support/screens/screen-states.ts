import { accountScreens } from './account.ts'
import { agreementScreens } from './agreements.ts'
import { clientScreens } from './client.ts'
import { consoleScreens } from './console.ts'
import { homeScreens } from './homes.ts'
import { hoursScreens } from './hours.ts'
import { seriesScreens } from './series.ts'
import { signInScreens } from './sign-in.ts'
import { letterScreens } from './letters.ts'
import { messageScreens } from './messages.ts'
import { billingScreens } from './billing.ts'
import { problemScreens } from './problems.ts'
import { professionalScreens } from './professional.ts'
import type { ScreenState } from './screen.ts'
import { visitScreens } from './visits.ts'
import { workScreens } from './work.ts'
import { visitorScreens } from './visitor.ts'

/** Every screen in all its states. A journey checks the accessibility of each, and `npm run gallery` takes pictures. */
export const screenStates: readonly ScreenState[] = [
  ...visitorScreens,
  ...signInScreens,
  ...clientScreens,
  ...homeScreens,
  ...problemScreens,
  ...hoursScreens,
  ...workScreens,
  ...seriesScreens,
  ...agreementScreens,
  ...visitScreens,
  ...professionalScreens,
  ...billingScreens,
  ...messageScreens,
  ...accountScreens,
  ...letterScreens,
  ...consoleScreens,
]

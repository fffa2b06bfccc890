import * as absences from './absences.ts'
import * as access from './access.ts'
import * as account from './account.ts'
import * as agreements from './agreements.ts'
import * as audit from './audit.ts'
import * as agenda from './agenda.ts'
import * as billing from './billing.ts'
import * as bookings from './bookings.ts'
import * as busyTimes from './busy-times.ts'
import * as cities from './cities.ts'
import * as claims from './claims.ts'
import * as clientNotes from './client-notes.ts'
import * as dashboard from './dashboard.ts'
import * as decisions from './decisions.ts'
import * as calendarFeed from './calendar-feed.ts'
import * as checklist from './checklist.ts'
import type { Endpoint } from './endpoint.ts'
import * as factors from './factors.ts'
import * as finding from './finding.ts'
import * as health from './health.ts'
import * as hours from './hours.ts'
import * as homes from './homes.ts'
import * as identity from './identity.ts'
import * as locations from './locations.ts'
import * as media from './media.ts'
import * as messaging from './messaging.ts'
import * as notices from './notices.ts'
import * as offer from './offer.ts'
import * as operatorActions from './operator-actions.ts'
import * as operatorCases from './operator-cases.ts'
import * as operators from './operators.ts'
import * as operatorViews from './operator-views.ts'
import * as passkeys from './passkeys.ts'
import * as problems from './problems.ts'
import * as receipts from './receipts.ts'
import * as pairs from './pairs.ts'
import * as privatePhotos from './private-photos.ts'
import * as proposals from './proposals.ts'
import * as profile from './profile.ts'
import * as professionals from './professionals.ts'
import * as quotes from './quote.ts'
import * as reliability from './reliability.ts'
import * as reports from './reports.ts'
import * as reviews from './reviews.ts'
import * as safety from './safety.ts'
import * as search from './search.ts'
import * as series from './series.ts'
import * as sharing from './sharing.ts'
import * as simulatedCheckout from './simulated-checkout.ts'
import * as support from './support.ts'
import * as slots from './slots.ts'
import * as time from './time.ts'
import * as verification from './verification.ts'
import * as verificationActions from './verification-actions.ts'
import * as visits from './visits.ts'

/** Every endpoint of the API, in the order of the OpenAPI document. */
export const ENDPOINTS = [
  identity.register,
  identity.registerAlternative,
  identity.login,
  identity.logout,
  identity.me,
  identity.forgotPassword,
  identity.resetPassword,
  identity.notMe,
  identity.requestVerification,
  identity.changeEmail,
  identity.withdrawEmail,
  identity.verifyEmail,
  identity.addressOfLink,
  identity.verifyEmailByCode,
  identity.changePassword,
  factors.secondFactor,
  passkeys.passkeySignInOptions,
  passkeys.passkeySignIn,
  factors.confirm,
  factors.security,
  passkeys.passkeyOptions,
  passkeys.addPasskey,
  passkeys.renamePasskey,
  passkeys.removePasskey,
  factors.startTotp,
  factors.confirmTotp,
  factors.removeTotp,
  factors.renewRecoveryCodes,
  account.settings,
  account.saveSettings,
  account.sessions,
  account.endOneSession,
  account.endAllSessions,
  account.forgetDevices,
  account.securityEvents,
  decisions.decisions,
  decisions.appeal,
  operatorActions.actionReasons,
  operatorActions.actionLetters,
  operatorActions.suspendPerson,
  operatorActions.restorePerson,
  operatorActions.endPersonSessions,
  operatorActions.removePersonFactors,
  operatorActions.writeToPerson,
  operatorActions.changePersonCredits,
  operatorActions.refundPerson,
  operatorActions.hideReview,
  operatorActions.showReview,
  operatorActions.decideProblem,
  verificationActions.approveVerification,
  verificationActions.noticeVerification,
  verificationActions.withdrawVerification,
  operatorActions.failedJobs,
  operatorActions.retryJob,
  operatorActions.discardJob,
  operatorActions.switchClaim,
  operatorActions.approve,
  operatorActions.refuseApproval,
  operatorActions.openConversation,
  operatorViews.viewPerson,
  operatorViews.endView,
  account.exportData,
  account.deleteAccount,
  support.contactSupport,
  support.supportThread,
  support.writeToSupport,
  claims.claims,
  locations.searchLocations,
  media.uploadedPicture,
  media.proxiedPicture,
  media.movedPicture,
  professionals.serviceTypes,
  search.searchProfessionals,
  cities.servedCities,
  cities.statesWithCities,
  cities.citiesOfState,
  cities.cityPage,
  professionals.publicView,
  professionals.publicProfile,
  profile.ownProfile,
  profile.saveProfile,
  profile.addGalleryPicture,
  profile.replaceProfilePicture,
  profile.removeProfilePicture,
  profile.removeGalleryPicture,
  slots.slotsOfProfessional,
  offer.ownOffer,
  offer.saveOffer,
  quotes.quote,
  time.ownTimes,
  time.saveTimes,
  time.addException,
  time.removeException,
  busyTimes.ownCalendars,
  busyTimes.addCalendarFile,
  busyTimes.addCalendarFeed,
  busyTimes.readCalendar,
  busyTimes.chooseCalendarZone,
  busyTimes.removeCalendar,
  homes.ownHomes,
  homes.addHome,
  homes.oneHome,
  homes.changeHome,
  homes.deleteHome,
  homes.addHomePhoto,
  homes.removeHomePhoto,
  access.saveAccess,
  access.revealAccess,
  access.accessViews,
  access.viewAccess,
  access.openAccess,
  reports.report,
  reports.ownReports,
  reviews.submitReview,
  reviews.answerReview,
  reviews.reviewsToWrite,
  reviews.editReview,
  reviews.reviewVersions,
  reviews.addReviewPhoto,
  reviews.reviewPhoto,
  clientNotes.clientNote,
  clientNotes.writeClientNote,
  bookings.requestBooking,
  bookings.moveBooking,
  bookings.bookingsOfProfessional,
  bookings.bookingsOfClient,
  bookings.bookingOfClient,
  bookings.calendarOfBooking,
  reliability.ownReliability,
  visits.visit,
  visits.pressStage,
  visits.undoStage,
  checklist.pressItem,
  checklist.addVisitPhoto,
  checklist.deleteVisitPhoto,
  pairs.askForPair,
  pairs.ownPairs,
  pairs.answerPair,
  pairs.withdrawPair,
  pairs.pairPhoto,
  privatePhotos.privatePhoto,
  visits.refreshHome,
  problems.reportProblem,
  problems.problem,
  problems.answerProblem,
  problems.acceptReclean,
  problems.closeProblem,
  problems.addProblemPhoto,
  problems.logContact,
  problems.allGood,
  safety.safetyContact,
  safety.saveSafetyContact,
  safety.safetyTimer,
  safety.setSafetyTimer,
  safety.safetyVisit,
  safety.stopSafetyLetters,
  hours.answerHours,
  health.marketplaceHealth,
  health.marketplaceHealthTable,
  receipts.receipt,
  receipts.recordPayment,
  receipts.receiptsOfYear,
  receipts.receiptsCsv,
  agreements.agreement,
  agreements.confirmAgreement,
  agreements.proposeVisitChange,
  agreements.answerVisitChange,
  proposals.proposeTime,
  proposals.answerProposal,
  absences.reportAbsence,
  agenda.agenda,
  series.seriesPreview,
  series.ownSeries,
  series.oneSeries,
  series.skipVisit,
  series.unskipVisit,
  series.proposeChange,
  series.answerChange,
  series.pauseAllSeries,
  series.pauseSeries,
  series.resumeSeries,
  series.endSeries,
  calendarFeed.calendarFeed,
  calendarFeed.renewCalendarFeed,
  calendarFeed.revokeCalendarFeed,
  calendarFeed.clientCalendarFeed,
  calendarFeed.renewClientCalendarFeed,
  calendarFeed.revokeClientCalendarFeed,
  calendarFeed.readCalendarFeed,
  billing.activate,
  billing.createCheckoutSession,
  billing.payForLead,
  billing.cancelSubscription,
  billing.leadsStatus,
  billing.ledger,
  billing.billingHistory,
  billing.billingHistoryTable,
  billing.invoices,
  billing.paymentSuccess,
  billing.paymentsWebhook,
  simulatedCheckout.simulatedCheckout,
  simulatedCheckout.settleSimulatedCheckout,
  messaging.initiateContact,
  messaging.conversations,
  messaging.conversationDetails,
  messaging.messages,
  messaging.sendMessage,
  messaging.sendPicture,
  messaging.messagePicture,
  messaging.markRead,
  messaging.unreadCount,
  messaging.userContact,
  messaging.block,
  messaging.unblock,
  messaging.report,
  notices.notices,
  notices.readNotices,
  notices.noticeSwitches,
  notices.switchNotices,
  notices.pushDevice,
  notices.addPushDevice,
  notices.removePushDevice,
  notices.unsubscribing,
  notices.unsubscribe,
  notices.unsubscribeWithOneClick,
  notices.visitByLink,
  notices.answerVisitByLink,
  notices.requestByLink,
  notices.answerByLink,
  dashboard.dashboard,
  sharing.shareLink,
  sharing.sharePictureOfProfessional,
  sharing.sharePictureOfCity,
  sharing.robots,
  sharing.sitemap,
  verification.submitVerification,
  verification.disputeVerification,
  verification.submitIdentity,
  verification.submitInsurance,
  verification.readReference,
  verification.answerReference,
  verification.documentPage,
  operators.operatorEnrolment,
  operators.enrolOperator,
  operators.operatorLogin,
  operators.operatorSecondFactor,
  operators.operatorPasskeyOptions,
  operators.operatorPasskeySignIn,
  operators.operatorMe,
  operators.operatorConfirm,
  operators.operatorLogout,
  operatorCases.caseQueues,
  operatorCases.caseList,
  operatorCases.oneCase,
  operatorCases.claimCase,
  operatorCases.releaseCase,
  operatorCases.reopenCase,
  operatorCases.addCaseNote,
  operatorCases.resolveCase,
  operatorCases.answerCase,
  operatorCases.caseProblemPhoto,
  audit.auditLog,
  audit.verifyAuditLog,
  audit.exportAuditLog,
  finding.findAnything,
  finding.personPage,
  finding.personTimeline,
  finding.operatorBooking,
  finding.operatorPayment,
] as const satisfies readonly Endpoint[]

/**
 * The type of every endpoint by 'METHOD path'. The web imports only this type from this file. So the schemas, and zod
 * with them, are not in the JavaScript of the browser's first view.
 */
export type Contract = {
  [E in (typeof ENDPOINTS)[number] as `${E['method']} ${E['path']}`]: E
}

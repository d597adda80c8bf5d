/** Every call with which a player changes something, and how the site makes it, for tests/islands/acts.test.ts. */

import { vi } from 'vitest';
import { $play } from '../../src/islands/arcade/play-store.ts';
import { sendAgain } from '../../src/islands/arcade/saving-store.ts';
import { startRound } from '../../src/islands/arcade/start-store.ts';
import * as play from '../../src/islands/arcade/store.ts';
import { loadArticle, neighbourOf } from '../../src/islands/articles/article-store.ts';
import { articleOpinions } from '../../src/islands/articles/comments-store.ts';
import { showCaptcha } from '../../src/islands/auth/captcha-store.ts';
import * as confirmation from '../../src/islands/auth/confirmation-store.ts';
import * as lost from '../../src/islands/auth/factor-recovery-store.ts';
import * as signIn from '../../src/islands/auth/login-store.ts';
import * as passwords from '../../src/islands/auth/password-store.ts';
import * as providers from '../../src/islands/auth/providers-store.ts';
import { loadGame } from '../../src/islands/catalogue/game/game-info-store.ts';
import { gameOpinions } from '../../src/islands/catalogue/game/opinions-store.ts';
import * as oneCase from '../../src/islands/draws/cases/case-store.ts';
import { openCase } from '../../src/islands/draws/cases/opening-store.ts';
import * as contest from '../../src/islands/draws/contests/contest-store.ts';
import * as contact from '../../src/islands/messages/contact/store.ts';
import * as messages from '../../src/islands/messages/store.ts';
import * as offers from '../../src/islands/offers/store.ts';
import { breed } from '../../src/islands/profile/more-store.ts';
import { showMeAs } from '../../src/islands/progress/leaderboard/store.ts';
import { putAway } from '../../src/islands/redemption/inventory/store.ts';
import * as orders from '../../src/islands/redemption/orders/store.ts';
import { showCode } from '../../src/islands/redemption/reveal-store.ts';
import { rewardOpinions } from '../../src/islands/redemption/reward/opinions-store.ts';
import * as purchase from '../../src/islands/redemption/reward/purchase-store.ts';
import * as reward from '../../src/islands/redemption/reward/reward-info-store.ts';
import { chooseNotification } from '../../src/islands/settings/notification-choices-store.ts';
import * as passkeys from '../../src/islands/settings/passkeys-store.ts';
import * as factor from '../../src/islands/settings/second-factor-store.ts';
import * as settings from '../../src/islands/settings/store.ts';
import { trySaveBirthDate } from '../../src/islands/shared/stores/birth-date.ts';
import { sendConfirmation } from '../../src/islands/shared/stores/confirmation.ts';
import { trySaveEmail } from '../../src/islands/shared/stores/email-form.ts';
import { answerOffer } from '../../src/islands/shared/stores/notification-offers.ts';
import * as push from '../../src/islands/shared/stores/push.ts';
import * as social from '../../src/islands/social/store.ts';
import * as draftActs from '../../src/islands/submissions/draft-acts-store.ts';
import * as draft from '../../src/islands/submissions/draft-store.ts';
import { CLASSIC } from '../../src/lib/arcade/arcade.ts';
import { DOWN, LEFT, RIGHT, UP } from '../../src/lib/arcade/directions.ts';
import { merge } from '../../src/lib/arcade/merge-variants.ts';
import type { AuthProvider } from '../../src/lib/contract/auth/sign-in.ts';
import { equip } from './screen.ts';

export interface PlayerAct {
  /** No one is signed in. */
  readonly guest?: boolean;
  /** Runs before each attempt: prepares the screen before the button is pressed. */
  readonly before?: () => unknown;
  /** What the button does. It rejects, returns the reason for a failure, or leaves that where `result` finds it. */
  readonly act: () => unknown;
  /** The state from which the screen shows the result. */
  readonly result?: () => unknown;
  /** The host's answers that replace samples, by the name of the call. */
  readonly answers?: Readonly<Record<string, (sample: object) => unknown>>;
}

const KEY = '7c0f0f5e-4a53-4c0e-9d3b-000000000001';
const password = 'a long enough password';
const email = 'player@test.example';
const open = () => ({ state: 'open' }) as const;

/** The captcha of a form. */
function captcha(): void {
  showCaptcha(document.createElement('div'));
}
const noCaptcha = { getCaptcha: () => ({}) };

function mailed(path: string, take: () => void): void {
  history.replaceState(null, '', path);
  take();
}

/** Like a return from the provider, in the tab that started the sign-in. */
function comeBack(by: AuthProvider): Promise<void> {
  sessionStorage.setItem('sign-in-visit', JSON.stringify({ visit: 'v', query: '' }));
  history.replaceState(null, '', `/login#by=${by}&token=t&visit=v`);
  return providers.finishProviderSignIn();
}
const provider = (by: AuthProvider): PlayerAct => ({
  act: () => comeBack(by),
  result: providers.$providerVisit.get,
});

/** A browser that has a passkey, and makes one on request. */
function passkeysInBrowser(): void {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  const response = {
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: bytes,
    signature: bytes,
  };
  const credential = { id: 'AQID', rawId: bytes, type: 'public-key', response };
  const give = async () => ({ ...credential, getClientExtensionResults: () => ({}) });
  const credentials = { create: give, get: give };
  equip('credentials', credentials);
  vi.stubGlobal('PublicKeyCredential', class {});
}
const created = () => ({
  attempt: 'an attempt',
  options: {
    challenge: 'AQID',
    rp: { id: 'localhost', name: 'Playtally' },
    user: { id: 'AQID', name: 'player-12345', displayName: 'player-12345' },
    pubKeyCredParams: [],
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  },
});
const asked = () => ({
  attempt: 'an attempt',
  options: { challenge: 'AQID', rpId: 'localhost', timeout: 300_000, userVerification: 'required' },
});
const passkeyAnswers = { startPasskeyLogin: asked, startPasskeySignUp: created, startPasskey: created };
const byPasskey = (joins: boolean): PlayerAct => ({
  guest: true,
  before: () => {
    captcha();
    passkeysInBrowser();
    providers.$providerVisit.set({ state: 'none' });
  },
  act: () => providers.goByPasskey(joins, null),
  result: providers.$providerVisit.get,
  answers: { ...noCaptcha, ...passkeyAnswers },
});
const inPasskeys = {
  before: () => {
    passkeysInBrowser();
    passkeys.openPasskeyForm();
  },
  result: passkeys.$passkeyForm.get,
  answers: passkeyAnswers,
};

/** A browser that is subscribed, and subscribes on request. */
function pushInBrowser(): void {
  push.$pushForm.set(open());
  const keys = { p256dh: 'p', auth: 'a' };
  const toJSON = () => ({ endpoint: 'https://push.test/1', keys });
  const mine = { endpoint: 'https://push.test/1', toJSON, unsubscribe: async () => true };
  const pushManager = { subscribe: async () => mine, getSubscription: async () => mine };
  const registration = { pushManager };
  const serviceWorker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  };
  equip('serviceWorker', serviceWorker);
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  vi.stubGlobal('PushManager', class {});
}
const inPush = {
  before: async () => {
    pushInBrowser();
    await push.loadPush();
  },
  result: push.$pushForm.get,
};

/** A form that may be sent. */
const inForm = <F extends { set(state: ReturnType<typeof open>): void; get(): unknown }>($form: F) => ({
  before: () => $form.set(open()),
  result: $form.get,
});
const onConfirmation = { before: () => mailed('/confirm-email/t', confirmation.takeConfirmationLink) };
const onReset = { before: () => mailed('/api/password/find/t', passwords.takeResetLink) };
const inSignIn = {
  guest: true,
  before: () => {
    captcha();
    signIn.$login.set(open());
  },
  result: signIn.$login.get,
  answers: noCaptcha,
};
const onDevices = { before: settings.askForDevice, result: settings.$deviceForm.get };

const onReward = { before: () => reward.loadReward(1), result: rewardOpinions.$opinions.get };
const onPurchase = {
  before: () => reward.loadReward(1),
  result: () => {
    const purchase = reward.$purchase.get();
    return purchase.state === 'refused' ? purchase.error.message : purchase;
  },
};
const onGame = { before: () => loadGame(1), result: gameOpinions.$opinions.get };
const onArticle = { before: () => loadArticle(1), result: articleOpinions.$opinions.get };
const onDraft = { before: () => openDraft(), result: draftActs.$act.get };
const onOffer = { before: () => offers.loadOffer(1), result: offers.$dispute.get };
const onThread = { before: () => messages.openThread(1) };
const inFactor = { before: factor.endStep, result: factor.$factorForm.get };

async function openDraft(): Promise<void> {
  localStorage.removeItem('drafts_5');
  draft.$editing.set({ state: 'none' });
  await draft.openDraft(KEY);
}

const game = { id: 1, rules: merge };
const startedRound = {
  startSession: (sample: object) => ({ ...sample, version: merge.version, variant: CLASSIC }),
};
async function playARound(): Promise<void> {
  $play.set({ state: 'idle' });
  await startRound(game);
  for (const way of [LEFT, RIGHT, UP, DOWN]) play.act(way);
}
async function endOfRound(): Promise<void> {
  const now = $play.get();
  if (now.state === 'finished' && now.outcome.state === 'unsaved') sendAgain();
  else play.finishRound();
  await new Promise<void>((done) => {
    const stop = $play.subscribe((next) => {
      if (next.state !== 'finished' || next.outcome.state === 'saving') return;
      done();
      queueMicrotask(() => stop());
    });
  });
}

const disputed = (state: string) => ({
  getOffer: (sample: object) => {
    const { offer } = sample as { offer: { mine: { dispute: object } } };
    return { offer: { ...offer, mine: { ...offer.mine, dispute: { ...offer.mine.dispute, state } } } };
  },
});
const reason = 'It never came, though I did all that it asks.';

/** By the name of the call in the contract. */
export const playerActs: Readonly<Record<string, PlayerAct>> = {
  saveBirthDate: { act: () => trySaveBirthDate('1999-05-31') },
  saveDeliveryDetail: { before: () => reward.loadReward(1), act: () => purchase.saveDetail(1, 'lantern') },
  addComment: { ...onArticle, act: () => articleOpinions.write('This helped.') },
  likeComment: { ...onArticle, act: () => articleOpinions.like(1) },
  rateArticle: { ...onArticle, act: () => articleOpinions.rate(4) },
  previousOrNextArticle: { act: () => neighbourOf(1, 'next') },
  openCase: {
    before: () => oneCase.loadCase(1),
    act: () => openCase(1, '5eed'),
    result: oneCase.$turn.get,
  },
  changeEmail: { act: () => trySaveEmail({ email, password }) },
  confirmEmail: {
    ...onConfirmation,
    act: confirmation.submitConfirmation,
    result: confirmation.$confirmation.get,
  },
  refuseAccount: { ...onConfirmation, act: confirmation.submitRefusal, result: confirmation.$refusal.get },
  requestConfirmation: { act: () => sendConfirmation() },
  enterContest: {
    before: () => contest.loadContest(1),
    act: () => contest.enterContest(1, '5eed'),
    result: contest.$entering.get,
  },
  startSession: {
    before: () => $play.set({ state: 'idle' }),
    act: () => startRound(game),
    result: $play.get,
    answers: startedRound,
  },
  finishSession: { before: playARound, act: endOfRound, result: $play.get, answers: startedRound },
  breedCreatures: { act: () => breed(1, 5) },
  setLeaderboard: { act: () => showMeAs('left') },
  requestFactorRecovery: {
    before: () => {
      captcha();
      lost.openLostReport();
    },
    act: () => lost.reportLost({ email, password }),
    result: lost.$lostReport.get,
    answers: noCaptcha,
  },
  requestFactorRecoveryByLink: {
    before: () => {
      mailed('/api/password/find/t', passwords.takeResetLink);
      lost.openLostReport();
    },
    act: () => lost.reportLostByLink(email),
    result: lost.$lostReport.get,
  },
  beginFactorRecovery: {
    before: () => mailed('/lost-codes/t', () => lost.takeLostLink('begin')),
    act: () => lost.submitLostLink('begin'),
    result: lost.$lostForm.get,
  },
  stopFactorRecovery: {
    before: () => mailed('/keep-codes/t', () => lost.takeLostLink('stop')),
    act: () => lost.submitLostLink('stop'),
    result: lost.$lostForm.get,
  },
  startThread: {
    before: contact.writeAnother,
    act: () =>
      contact.sendContact({ topic: 'other', subject: 'A question', body: 'Where is it?', order: '' }),
    result: contact.$contact.get,
  },
  reply: { ...onThread, act: () => messages.sendReply(1, 'One more thing'), result: messages.$reply.get },
  closeThread: { ...onThread, act: () => messages.closeThread(1), result: messages.$closing.get },
  openOffer: { ...onOffer, act: () => offers.openOffer(1), result: offers.$opening.get },
  disputeOffer: { ...onOffer, act: () => offers.sendDispute(1, reason, null), answers: disputed('open') },
  appealOffer: { ...onOffer, act: () => offers.sendDispute(1, reason, null), answers: disputed('refused') },
  reportOpinion: { ...onReward, act: () => rewardOpinions.report(1, { reason: 'spam', note: '' }) },
  addGameOpinion: { ...onGame, act: () => gameOpinions.write('A calm game.') },
  likeOpinion: { ...onGame, act: () => gameOpinions.like(1) },
  rateGame: { ...onGame, act: () => gameOpinions.rate(4) },
  createRewardOpinion: { ...onReward, act: () => rewardOpinions.write('It came at once.') },
  likeRewardOpinion: { ...onReward, act: () => rewardOpinions.like(1) },
  rateReward: { ...onReward, act: () => rewardOpinions.rate(4) },
  editOpinion: { ...onReward, act: () => rewardOpinions.edit(1, 'It came a day later.') },
  deleteOpinion: { ...onReward, act: () => rewardOpinions.remove(1) },
  buyAmount: { ...onPurchase, act: () => purchase.buy(1, 1, 1) },
  buyReward: { ...onPurchase, act: () => purchase.buy(1, null, 1) },
  cancelOrder: { before: () => orders.loadOrders(1), act: () => orders.callOff(1) },
  openDispute: { act: () => orders.sendDispute(1, { reason: 'not_received', proof: reason }) },
  appealDispute: { act: () => orders.sendAppeal(1, reason) },
  revealCode: { act: () => showCode(1) },
  markUsed: { act: () => putAway(1, true) },
  setUpApp: { ...inFactor, act: () => factor.setUpApp(password) },
  confirmApp: { ...inFactor, act: () => factor.confirmApp('123456') },
  renewRecoveryCodes: { ...inFactor, act: () => factor.renewRecoveryCodes({ password, code: '123456' }) },
  turnOffApp: { ...inFactor, act: () => factor.turnOffApp({ password, code: '123456' }) },
  keepFactor: { ...inFactor, act: factor.keepFactor },
  saveProfile: {
    ...inForm(settings.$profileForm),
    act: () => settings.saveProfile({ name: 'keeper', country: null, avatar: null, private: false }),
  },
  changePassword: {
    ...inForm(settings.$passwordForm),
    act: () => settings.savePassword({ old_password: 'x', password, password_confirmation: password }),
  },
  saveNotification: {
    before: settings.loadAccountSettings,
    act: () => chooseNotification({ kind: 'order', site: false, mail: false, push: false }),
  },
  answerOffer: { act: () => answerOffer('digest', true) },
  subscribePush: { ...inPush, act: push.turnOn },
  unsubscribePush: { ...inPush, act: push.turnOff },
  saveQuietHours: { ...inPush, act: () => push.saveQuiet({ from: 21, until: 7 }) },
  forgetDetail: { before: settings.loadAccountSettings, act: () => settings.forgetDetail('roblox_username') },
  revokeDevice: { ...onDevices, act: () => settings.signOutDevice(1, password) },
  revokeOtherDevices: { ...onDevices, act: () => settings.signOutDevice(null, password) },
  deleteAccount: {
    ...inForm(settings.$deletionForm),
    act: () => settings.deleteAccount(password, 'keep'),
  },
  loginUser: { ...inSignIn, act: () => signIn.submitSignIn({ mode: 'log-in', email, password }) },
  registerUser: {
    ...inSignIn,
    act: () => {
      const birthDate = { day: '31', month: '5', year: '1999' };
      return signIn.submitSignIn({ mode: 'sign-up', email, password, birthDate, reflink: null });
    },
  },
  loginGoogle: provider('google'),
  loginApple: provider('apple'),
  loginDiscord: provider('discord'),
  loginSteam: provider('steam'),
  startPasskeyLogin: byPasskey(false),
  loginPasskey: byPasskey(false),
  startPasskeySignUp: byPasskey(true),
  registerPasskey: byPasskey(true),
  startPasskey: { ...inPasskeys, act: () => passkeys.addPasskey({ password }) },
  addPasskey: { ...inPasskeys, act: () => passkeys.addPasskey({ password }) },
  renamePasskey: { ...inPasskeys, act: () => passkeys.renamePasskey(1, 'My phone') },
  removeLogin: { ...inPasskeys, act: () => passkeys.removeLogin('google', { password }) },
  removePasskey: { ...inPasskeys, act: () => passkeys.removePasskey(1, { password }) },
  requestPasswordReset: {
    before: () => {
      captcha();
      passwords.askAnew();
    },
    act: () => passwords.askForLink(email),
    result: passwords.$forgot.get,
    answers: noCaptcha,
  },
  resetPassword: {
    ...onReset,
    act: () => passwords.submitNewPassword({ email, password, password_confirmation: password }),
    result: passwords.$newPassword.get,
  },
  closeResetAccount: { ...onReset, act: () => passwords.closeAccount(1) },
  submitProof: {
    before: social.loadSocialTasks,
    act: () => social.submitProof(1, 'https://test.example/post/1'),
    result: social.$submitting.get,
  },
  saveSubmission: {
    ...onDraft,
    act: () => {
      draft.changeDraft({ title: 'Another title' });
      return draft.saveNow();
    },
    result: draft.$editing.get,
  },
  submitForReview: { ...onDraft, act: draftActs.submitDraft },
  withdrawSubmission: { ...onDraft, act: draftActs.withdraw },
  deleteSubmission: { ...onDraft, act: draftActs.deleteDraft },
  previewArticle: { act: () => draftActs.previewOf('# A start') },
};

/** Calls without a button, or whose failure changes nothing for the player, by name with the reason. */
export const quietCalls: Readonly<Record<string, string>> = {
  joinChannel: 'The socket joins by it, and tries again by itself.',
  keepSession: 'A copy for another device: the browser has the round as well.',
  listResetAccounts: 'The link is for one account all the same.',
  logoutUser: 'Logging out ends the session here even when the server can’t be reached.',
  lookAtConfirmation: 'What is wrong with the link is shown once its button is pressed.',
  noteDevice: 'Sent along with each sign-in, which works without it.',
  readNotifications: 'What is shown counts as read; the next look notes it.',
  readThread: 'The same of messages.',
  startGuestSession:
    'The round is played without points, and says so. The daily challenge says that it can’t start.',
  unsubscribe: 'Mail programs send it, not the site.',
};

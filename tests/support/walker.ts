/** A new player's actions on the screens: signing up, and playing Merge with the keyboard. */
import { expect, type Page } from '@playwright/test';

const KEYS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'] as const;
/** A little more than the shortest pause between two moves that the rules accept as human. */
const PAUSE_MS = 90;

/** Signs up with the form, which returns to the starting page. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByLabel('Day').fill('31');
  await page.getByLabel('Month').selectOption('May');
  await page.getByLabel('Year').fill('1999');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
}

/** Ends the running round, and confirms the question. */
export async function endRound(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End round' }).click();
  await expect(page.getByRole('heading', { name: 'End this round?' })).toBeVisible();
  await page.getByRole('button', { name: 'End round' }).click();
}

/** The board's sixteen cells. */
export async function gridOf(page: Page): Promise<number[]> {
  const text = await page.getByRole('region', { name: 'Board' }).getAttribute('data-grid');
  return (text ?? '').split(',').map(Number);
}

/** Makes a move, and waits until the board has changed. `direction` null: no move is left. */
export async function press(page: Page, direction: number | null): Promise<void> {
  if (direction === null) throw new Error('the round has ended');
  const before = await gridOf(page);
  await page.keyboard.press(KEYS[direction] ?? 'ArrowUp', { delay: PAUSE_MS });
  await expect.poll(() => gridOf(page).then(String)).not.toBe(String(before));
}

import { exactTime } from '../../lib/format/dates.ts';

interface Props {
  readonly account: { readonly name: string; readonly created_at: string; readonly device: string | null };
}

/** Identifies the account of a mailed link. The name isn't enough for people who didn't create the account. */
export const LinkedAccount = ({ account: { name, created_at, device } }: Props) => (
  <dl className="linked">
    <div>
      <dt>Name</dt>
      <dd>{name}</dd>
    </div>
    <div>
      <dt>Created</dt>
      <dd>{exactTime(created_at)}</dd>
    </div>
    {device !== null && (
      <div>
        <dt>Device</dt>
        <dd>{device}</dd>
      </div>
    )}
  </dl>
);

import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../lib/contract/account/account.ts';
import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import { Button } from '../../shared/Button.tsx';
import { Field, type FieldControl } from '../../shared/Field.tsx';
import { Form, type Given } from '../../shared/Form.tsx';
import { asApiError } from '../../shared/stores/load.ts';
import { savedDetail } from './checks.ts';
import { saveDetail } from './purchase-store.ts';

type Delivery = Exclude<NonNullable<Reward['delivery']>, { kind: 'code' }>;
interface Props {
  readonly reward: Reward;
  readonly delivery: Delivery;
  readonly user: User;
}

/** The delivery detail. Shows the saved value with a button to change it, or a form if there is none. */
export function DetailForm({ reward, delivery, user }: Props) {
  const saved = savedDetail(delivery.field, user);
  /** Undefined until a button is pressed. */
  const [editing, setEditing] = useState<boolean>();
  const place = useRef<HTMLDivElement>(null);
  // Move the focus to what replaced the pressed button.
  useEffect(() => {
    if (editing !== undefined) place.current?.querySelector<HTMLElement>('.input, button')?.focus();
  }, [editing]);
  return (
    <div ref={place}>
      {saved !== undefined && !editing ? (
        <div className="saved-detail">
          <p>
            <span className="muted">{delivery.label}</span>
            <b>{saved}</b>
          </p>
          <Button quiet small onPress={() => setEditing(true)}>
            Change<span className="unseen"> {delivery.label}</span>
          </Button>
        </div>
      ) : (
        <EditDetail reward={reward} delivery={delivery} saved={saved} onDone={() => setEditing(false)} />
      )}
    </div>
  );
}

interface EditProps extends Omit<Props, 'user'> {
  readonly saved: string | undefined;
  readonly onDone: () => void;
}

function EditDetail({ reward, delivery, saved, onDone }: EditProps) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit({ text }: Given) {
    if (busy) return;
    setError(undefined);
    setBusy(true);
    try {
      await saveDetail(reward.id, text('value').trim());
      onDone();
    } catch (thrown) {
      const { fields, message } = asApiError(thrown);
      setError(fields.value ?? message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form wrong={error} className="inline-form" onSubmit={submit}>
      <Field label={delivery.label} hint={delivery.hint} error={error}>
        {(control) => <Control kind={delivery.kind} control={control} saved={saved} />}
      </Field>
      <div className="actions">
        <Button type="submit" quiet small busy={busy}>
          Save
        </Button>
        {saved !== undefined && (
          <Button quiet small disabled={busy} onPress={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}

function Control({
  kind,
  control,
  saved,
}: {
  readonly kind: Delivery['kind'];
  readonly control: FieldControl;
  readonly saved: string | undefined;
}) {
  if (kind === 'address')
    return (
      <textarea
        {...control}
        name="value"
        rows={4}
        maxLength={400}
        autoComplete="street-address"
        defaultValue={saved}
      />
    );
  return (
    <input
      {...control}
      name="value"
      type={kind === 'email' ? 'email' : 'text'}
      autoComplete={kind === 'email' ? 'email' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={400}
      defaultValue={saved}
    />
  );
}

import { configure } from '@testing-library/react';

// How long a test waits at most for what it looks for. Parts that load later come at their own pace, on a busy machine slowly.
configure({ asyncUtilTimeout: 8_000 });

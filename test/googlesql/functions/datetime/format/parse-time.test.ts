import { testGoldens } from '../../goldens.ts';

testGoldens('parse-time');

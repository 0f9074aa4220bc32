// Café del Gatto by hand, straight from the rules and not tuned: four players, default options.
// Piles are small arrays, everything is worked out from the tiles when it is needed, and every menu is a list of moves.
#include "chance.hpp"

#include <algorithm>

namespace {

enum Side { MILK, COFFEE };
enum Action { BUY, CLEAN, SERVE, TAKE_COINS, STOP, EMPTY_CUP };
constexpr int SIDES = 2, ROWS = 5, DRINKS = 5, CELLS = 4, TOKENS = 8, TILES = 36;
constexpr int COINS = 45, SUGAR = 12, START_COINS = 5, TIP = 1, INCOME = 2, CLEAN_PRICE = 2;
constexpr int MOST_MOVES = ROWS * DRINKS + SIDES + DRINKS * TOKENS * (SUGAR + 1) + 1;

struct Drink {
    int size;
    std::array<Side, CELLS> cells;      // from the bottom to the top
    std::array<int, 3> menu;            // coins for one, two, three symbols
    std::array<int, TOKENS> tokens;     // the lowest once for each player
};

constexpr std::array<Drink, DRINKS> DRINK{{
    {1, {COFFEE}, {2}, {1, 1, 1, 1, 2, 3, 4, 5}},
    {2, {COFFEE, MILK}, {3, 1}, {2, 2, 2, 2, 4, 5, 7, 8}},
    {2, {COFFEE, COFFEE}, {3, 1}, {2, 2, 2, 2, 4, 5, 7, 8}},
    {3, {COFFEE, MILK, MILK}, {5, 3, 1}, {3, 3, 3, 3, 6, 8, 10, 12}},
    {4, {MILK, MILK, COFFEE, MILK}, {7, 4, 1}, {4, 4, 4, 4, 8, 11, 13, 16}},
}};
constexpr std::array<int, ROWS> SURCHARGE{2, 1, 0, 0, 0};

using Tile = std::uint8_t;  // three of each value and symbol, in the order of the table in the rules

constexpr int value(Tile tile) { return tile / 9 + 1; }
constexpr int symbol(Tile tile) { return tile / 3 % 3; }

// A list of at most ROOM elements.
template <typename Element, int ROOM> struct List {
    std::array<Element, ROOM> elements;
    int size = 0;

    const Element& operator[](int at) const { return elements[at]; }
    Element* begin() { return elements.data(); }
    Element* end() { return begin() + size; }
    const Element* begin() const { return elements.data(); }
    const Element* end() const { return begin() + size; }

    void add(const Element& element) { elements[size++] = element; }

    Element take(int at) {
        const Element taken = elements[at];
        std::copy(begin() + at + 1, end(), begin() + at);
        --size;
        return taken;
    }
};

using Cup = List<Tile, CELLS>;
using Stack = List<Tile, ROWS>;  // the bottom tile first
using Shelf = List<int, TOKENS>;

int barista_value(const Cup& cup) {
    int sum = 0;
    for (Tile tile : cup) sum += value(tile);
    return sum;
}

int symbols(const Cup& cup) {
    std::array<bool, 3> seen{};
    for (Tile tile : cup) seen[symbol(tile)] = true;
    return seen[0] + seen[1] + seen[2];
}

struct Player {
    int coins = 0, sugar = 0;
    std::array<Cup, DRINKS> cups;
    std::array<bool, DRINKS> served{};
    int points = 0;

    bool is_full(int drink) const { return cups[drink].size == DRINK[drink].size; }
    bool can_serve(int drink) const { return !served[drink] && is_full(drink); }
    bool wants(int drink, Side side) const {
        return !served[drink] && !is_full(drink) && DRINK[drink].cells[cups[drink].size] == side;
    }

    bool can_serve() const {
        for (int drink = 0; drink < DRINKS; ++drink)
            if (can_serve(drink)) return true;
        return false;
    }

    bool has_finished() const {
        for (bool one : served)
            if (!one) return false;
        return true;
    }

    int most_tiles() const {
        int most = 0;
        for (const Cup& cup : cups) most = std::max(most, cup.size);
        return most;
    }
};

// One way through a menu; what an action does not need is 0.
struct Move {
    Action action;
    Side side;
    int row, drink, cubes, token;
};

class Game {
public:
    explicit Game(std::uint64_t seed) : chance_{seed}, choices_{seed} {
        for (int tile = 0; tile < TILES; ++tile) sack_.add(static_cast<Tile>(tile));
        for (int drink = 0; drink < DRINKS; ++drink)
            for (int points : DRINK[drink].tokens) shelves_[drink].add(points);
        fill(MILK);
        fill(COFFEE);
        for (Player& player : players_) gain_coins(player, START_COINS);
        pay_coins(players_[0], TIP);
    }

    Result play() {
        for (int n = 0; n != 0 || !somebody_has_finished(); n = (n + 1) % PLAYERS) {
            turn(players_[n]);
            if (sack_.size == 0 && discard_.size == 0) interlude((n + 1) % PLAYERS);
        }
        Result result{};
        std::array<std::int32_t, PLAYERS> ranks;
        for (int n = 0; n < PLAYERS; ++n) {
            const Player& player = players_[n];
            result.scores[n] = player.points + player.sugar / 2;
            ranks[n] = result.scores[n] * (COINS + 1) + player.coins;
        }
        result.winners = best(ranks);
        result.decisions = choices_.used;
        result.chance = chance_.counter;
        return result;
    }

private:
    bool somebody_has_finished() const {
        for (const Player& player : players_)
            if (player.has_finished()) return true;
        return false;
    }

    void turn(Player& me) {
        moves_.size = 0;
        list_buys(me);
        list_cleans(me);
        list_serves(me);
        moves_.add({TAKE_COINS, MILK, 0, 0, 0, 0});
        const Move move = choose();
        switch (move.action) {
            case BUY: return buy(me, move);
            case CLEAN: return clean_and_buy(me, move);
            case SERVE: return serve_several(me, move);
            default: return gain_coins(me, INCOME);
        }
    }

    // After cleaning there is buying, stopping or cleaning again.
    void clean_and_buy(Player& me, Move move) {
        while (move.action == CLEAN) {
            clean(me, move.side);
            moves_.size = 0;
            list_buys(me);
            moves_.add({STOP, MILK, 0, 0, 0, 0});
            list_cleans(me);
            move = choose();
        }
        if (move.action == BUY) buy(me, move);
    }

    // After serving there is stopping, which is not asked if it is all there is, or serving again.
    void serve_several(Player& me, Move move) {
        while (move.action == SERVE) {
            serve(me, move);
            moves_.size = 0;
            moves_.add({STOP, MILK, 0, 0, 0, 0});
            list_serves(me);
            if (moves_.size == 1) return;
            move = choose();
        }
    }

    // The intermediate round: all serve a drink who can; if nobody can, everybody empties one of the fullest cups.
    void interlude(int leader) {
        bool serving = false;
        for (const Player& player : players_) serving = serving || player.can_serve();
        for (int n = 0; n < PLAYERS; ++n) {
            Player& player = players_[(leader + n) % PLAYERS];
            moves_.size = 0;
            if (serving) list_serves(player);
            else list_empties(player);
            if (moves_.size == 0) continue;
            const Move move = choose();
            if (serving) serve(player, move);
            else lay_down(player.cups[move.drink]);
        }
        fill(MILK);
        fill(COFFEE);
    }

    // Menus.
    const Move& choose() { return moves_[static_cast<int>(choices_.among(static_cast<std::uint32_t>(moves_.size)))]; }

    void list_buys(const Player& me) {
        for (Side side : {MILK, COFFEE})
            for (int row = 0; row < machine_[side].size; ++row) {
                if (price(side, row) > me.coins) continue;
                for (int drink = 0; drink < DRINKS; ++drink)
                    if (me.wants(drink, side)) moves_.add({BUY, side, row, drink, 0, 0});
            }
    }

    void list_cleans(const Player& me) {
        if (me.coins < CLEAN_PRICE) return;
        for (Side side : {MILK, COFFEE}) moves_.add({CLEAN, side, 0, 0, 0, 0});
    }

    // Tokens that are alike are offered once; they lie side by side.
    void list_serves(const Player& me) {
        for (int drink = 0; drink < DRINKS; ++drink) {
            if (!me.can_serve(drink)) continue;
            const Shelf& shelf = shelves_[drink];
            const int worth = barista_value(me.cups[drink]);
            for (int cubes = 0; cubes <= me.sugar; ++cubes)
                for (int token = 0; token < shelf.size; ++token) {
                    const bool again = token > 0 && shelf[token] == shelf[token - 1];
                    if (!again && shelf[token] <= worth + cubes) moves_.add({SERVE, MILK, 0, drink, cubes, token});
                }
        }
    }

    void list_empties(const Player& me) {
        const int most = me.most_tiles();
        if (most == 0) return;
        for (int drink = 0; drink < DRINKS; ++drink)
            if (me.cups[drink].size == most) moves_.add({EMPTY_CUP, MILK, 0, drink, 0, 0});
    }

    // Actions.
    void buy(Player& me, const Move& move) {
        Stack& stack = machine_[move.side];
        pay_coins(me, price(move.side, move.row));
        const Tile tile = stack.take(stack.size - 1 - move.row);
        me.cups[move.drink].add(tile);
        fill(move.side);
        if (value(tile) == 1 && sugar_ > 0) {
            ++me.sugar;
            --sugar_;
        }
    }

    void clean(Player& me, Side side) {
        pay_coins(me, CLEAN_PRICE);
        lay_down(machine_[side]);
        fill(side);
    }

    void serve(Player& me, const Move& move) {
        Cup& cup = me.cups[move.drink];
        const int points = shelves_[move.drink].take(move.token);
        me.sugar -= move.cubes;
        sugar_ += move.cubes;
        gain_coins(me, barista_value(cup) + move.cubes - points);
        gain_coins(me, DRINK[move.drink].menu[symbols(cup) - 1]);
        me.points += points;
        me.served[move.drink] = true;
        lay_down(cup);
    }

    // The table. Rows are counted from the top; the tile across sets the price.
    int price(Side side, int row) const {
        const Stack& across = machine_[side == MILK ? COFFEE : MILK];
        return value(across[across.size - 1 - row]) + SURCHARGE[row];
    }

    // A bag is in the order of its tiles' numbers and is drawn from by position.
    void fill(Side side) {
        while (machine_[side].size < ROWS) {
            if (sack_.size == 0) {
                lay(discard_, sack_);
                std::sort(sack_.begin(), sack_.end());
            }
            if (sack_.size == 0) return;
            machine_[side].add(sack_.take(static_cast<int>(chance_.draw(static_cast<std::uint32_t>(sack_.size)))));
        }
    }

    template <typename From, typename To> static void lay(From& from, To& to) {
        for (Tile tile : from) to.add(tile);
        from.size = 0;
    }

    template <typename From> void lay_down(From& from) { lay(from, discard_); }

    void gain_coins(Player& who, int coins) {
        coins = std::min(coins, coins_);  // what is there
        who.coins += coins;
        coins_ -= coins;
    }

    void pay_coins(Player& who, int coins) {
        who.coins -= coins;
        coins_ += coins;
    }

    Chance chance_;
    Choices choices_;
    List<Tile, TILES> sack_, discard_;
    std::array<Stack, SIDES> machine_;
    std::array<Shelf, DRINKS> shelves_;
    std::array<Player, PLAYERS> players_;
    int coins_ = COINS, sugar_ = SUGAR;  // in the reserve
    List<Move, MOST_MOVES> moves_;
};

}  // namespace

int main(int argc, char** argv) {
    return play_series(argc, argv, [](std::uint64_t seed) { return Game(seed).play(); });
}

// Bon Appétit! by hand: four players, default options. There is one move at every decision, so nothing is chosen.
#include "chance.hpp"

namespace {

using Card = std::int8_t;  // 0 a cheese, 1 to 3 a mouse with so many paws, -1 a cat
constexpr Card CHEESE = 0, CAT = -1;
constexpr int CARDS = 90, TOKENS = 9, NOBODY = -1;
constexpr std::uint32_t LONGEST = 10'000;

// The cards in the order of the table in the rules.
constexpr std::array<Card, CARDS> sorted_deck() {
    std::array<Card, CARDS> deck{};
    int n = 58;
    for (Card paws = 1; paws <= 3; ++paws)
        for (int copy = 0; copy < 6; ++copy) deck[n++] = paws;
    while (n < CARDS) deck[n++] = CAT;
    return deck;
}

constexpr std::array<Card, CARDS> DECK = sorted_deck();

// A player's cards: taken from the top, won ones go under them.
struct Stock {
    static constexpr std::uint32_t ROOM = 128;
    static_assert(ROOM >= CARDS && (ROOM & (ROOM - 1)) == 0);
    std::array<Card, ROOM> cards;
    std::uint32_t top = 0, size = 0;

    Card take() {
        --size;
        return cards[top++ % ROOM];
    }

    void put_on(Card card) {
        cards[--top % ROOM] = card;
        ++size;
    }

    void put_under(Card card) { cards[(top + size++) % ROOM] = card; }
};

class Game {
public:
    explicit Game(std::uint64_t seed) : chance_{seed} {
        std::array<Card, CARDS> deck = DECK;
        chance_.shuffle(deck.data(), CARDS);
        middle_[0] = deck[0];
        for (int n = 1; n < CARDS; ++n) stock_[(n - 1) % PLAYERS].put_on(deck[n]);
        tries_ = deck[0] > 0 ? deck[0] : 0;
    }

    Result play() {
        std::uint32_t decisions = 0;
        for (int player = 0; player != NOBODY && everybody_has_cards() && decisions < LONGEST; ++decisions)
            player = turn(player);
        Result result{};
        std::array<std::int32_t, PLAYERS> ranks;
        for (int p = 0; p < PLAYERS; ++p) {
            result.scores[p] = static_cast<std::int32_t>(stock_[p].size);
            ranks[p] = result.scores[p] * (TOKENS + 1) + mice_[p];
        }
        result.winners = best(ranks);
        result.decisions = decisions;
        result.chance = chance_.counter;
        return result;
    }

private:
    bool everybody_has_cards() const {
        bool all = true;
        for (const Stock& stock : stock_) all &= stock.size != 0;
        return all;
    }

    // Turn up a card; who is next, or nobody when the game is over.
    int turn(int me) {
        const Card card = stock_[me].take();
        lay(card, me);
        if (tries_ > 0 && card == CAT) {
            ++mice_[me];
            --bank_;
            return take_pile(me, size_);
        }
        if (tries_ > 0 && card == CHEESE) {
            if (--tries_ > 0) return me;
            if (owner_ != NOBODY) return take_pile(owner_, older_);
        }
        return (me + 1) % PLAYERS;
    }

    void lay(Card card, int who) {
        if (card > 0) {
            tries_ = card;
            owner_ = who;
            older_ = size_;
        }
        middle_[size_++] = card;
    }

    // The oldest cards go under a player's own, and the top one opens the next pile.
    int take_pile(int who, int cards) {
        for (int n = 0; n < cards; ++n) stock_[who].put_under(middle_[n]);
        size_ -= cards;
        std::memmove(middle_.data(), middle_.data() + cards, static_cast<std::size_t>(size_) * sizeof(Card));
        tries_ = 0;
        owner_ = NOBODY;
        older_ = 0;
        if (bank_ == 0) return NOBODY;
        if (stock_[who].size > 0) lay(stock_[who].take(), who);
        return (who + 1) % PLAYERS;
    }

    Chance chance_;
    std::array<Stock, PLAYERS> stock_;
    std::array<Card, CARDS> middle_;  // the oldest card first
    int size_ = 1;
    int tries_ = 0, owner_ = NOBODY, older_ = 0;
    std::array<int, PLAYERS> mice_{};
    int bank_ = TOKENS;
};

}  // namespace

int main(int argc, char** argv) {
    return play_series(argc, argv, [](std::uint64_t seed) { return Game(seed).play(); });
}
